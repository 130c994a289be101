import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.test)\.ts$/.test(file),
);

it('stored secrets are unsealed by one module', () => {
  expect(files.length).toBeGreaterThan(200);
  const unsealing = files.filter((file) => /\.unseal\(/.test(readFileSync(join(folder, file), 'utf8')));
  expect(unsealing).toEqual(['features/vendor-keys/open-keys.ts']);
});
