import { expect, it } from 'vitest';
import { curlExample } from './curl-example.ts';

const where = { origin: 'https://warranty.example.com', identifier: 'ABC1234' };

it('is one command with the URL of this installation', () => {
  expect(curlExample({ ...where, token: 'wlt_x' }).split(' \\\n  ')).toEqual([
    'curl -sS https://warranty.example.com/api/warranty/lookup',
    `-d '{"modelNumber":"ABC1234"}'`,
    "-H 'Content-Type: application/json'",
    "-H 'Authorization: Bearer wlt_x'",
  ]);
});

it('has a placeholder if there is no token', () => {
  expect(curlExample(where)).toContain("'Authorization: Bearer YOUR_TOKEN'");
});
