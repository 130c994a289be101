import { afterAll, beforeAll, expect, it } from 'vitest';
import { sameOriginHeaders, startTestApp, type TestApp } from '../../../test/app.ts';
import { startCanary } from '../../../test/canary.ts';

const held: (() => void)[] = [];
let vendor: Awaited<ReturnType<typeof startCanary>>;
let server: TestApp;
beforeAll(async () => {
  vendor = await startCanary((_, response) => held.push(() => response.end('[]')));
  server = await startTestApp({ env: { MERAKI_BASE_URL: `http://127.0.0.1:${vendor.port}` } });
});
afterAll(async () => {
  await server.close();
  await vendor.close();
});

it('makes sixteen concurrent calls and asks the next client to retry', async () => {
  const { cookie } = await server.startSession();
  const call = () =>
    server.app.inject({
      method: 'POST',
      url: '/api/vendor-operations',
      headers: { ...sameOriginHeaders, cookie },
      payload: { vendor: 'meraki', operation: 'organizations', auth: { type: 'api_key', key: 'k' } },
    });
  const calls = Array.from({ length: 16 }, call);
  await expect.poll(() => held.length).toBe(16);
  const refused = await call();
  expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
    503,
    'relay_busy',
    '5',
  ]);
  for (const release of held.splice(0)) release();
  expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual(Array(16).fill(200));

  const next = call();
  await expect.poll(() => held.length).toBe(1);
  held[0]?.();
  expect((await next).statusCode).toBe(200);
});
