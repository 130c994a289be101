import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { sameOriginHeaders, startTestApp } from '../../../test/app.ts';
import { startCanary } from '../../../test/canary.ts';

/** What ends the calls that have reached the vendor. */
const held: (() => void)[] = [];
let aborted = 0;
const vendor = await startCanary((_, response) => {
  held.push(() => response.end('[]'));
  response.once('close', () => {
    if (!response.writableFinished) aborted += 1;
  });
});
const server = await startTestApp({ env: { MERAKI_BASE_URL: `http://127.0.0.1:${vendor.port}` } });
afterEach(() => {
  for (const release of held.splice(0)) release();
  aborted = 0;
});
const payload = { vendor: 'meraki', operation: 'organizations', auth: { type: 'api_key', key: 'k' } };

/** A session whose calls come from this address. */
async function openCaller(remoteAddress?: string) {
  const { send } = await server.startSession(undefined, undefined, remoteAddress);
  return () => send('POST', '/api/vendor-operations', payload);
}

const arrived = (count: number) => expect.poll(() => held.length, { timeout: 5000 }).toBe(count);

it('makes sixteen concurrent calls and asks the next client to retry', async () => {
  const call = await openCaller();
  const calls = Array.from({ length: 16 }, call);
  await arrived(16);
  const refused = await call();
  expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
    503,
    'relay_busy',
    '5',
  ]);
  for (const release of held.splice(0)) release();
  expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual(Array(16).fill(200));

  const next = call();
  await arrived(1);
  held[0]?.();
  expect((await next).statusCode).toBe(200);
});

describe('while every place is taken by calls that hang', () => {
  it('a call from another address has a reserved place', async () => {
    const [greedy, honest] = [await openCaller('192.0.2.1'), await openCaller('192.0.2.2')];
    const hanging = Array.from({ length: 16 }, greedy);
    await arrived(16);
    const call = honest();
    await arrived(17);
    held[16]?.();
    expect((await call).statusCode).toBe(200);
    for (const release of held.splice(0)) release();
    expect((await Promise.all(hanging)).map(({ statusCode }) => statusCode)).toEqual(Array(16).fill(200));
    expect(aborted).toBe(0);
  });

  it('one of another owner at the same address gets the place of one of them', async () => {
    const [greedy, colleague] = [await openCaller('192.0.2.3'), await openCaller('192.0.2.3')];
    const hanging = Array.from({ length: 16 }, greedy);
    await arrived(16);
    const call = colleague();
    await arrived(17);
    held[16]?.();
    expect((await call).statusCode).toBe(200);
    const first = await Promise.race(hanging);
    expect([first.statusCode, first.json().code]).toEqual([503, 'relay_busy']);
    for (const release of held.splice(0)) release();
    const replies = (await Promise.all(hanging)).map(({ statusCode }) => statusCode);
    expect(replies.toSorted()).toEqual([...Array(15).fill(200), 503]);
    expect(aborted).toBe(1);
  });
});

it('ends the call of a client that disconnects', async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  const { cookie } = await server.startSession();
  const body = JSON.stringify(payload);
  const headers = { ...sameOriginHeaders, cookie, 'content-type': 'application/json' };
  const sending = request({
    host: '127.0.0.1',
    port,
    path: '/api/vendor-operations',
    method: 'POST',
    headers,
  });
  sending.on('error', () => undefined);
  sending.end(body);
  await arrived(1);
  sending.destroy();
  await expect.poll(() => aborted, { timeout: 5000 }).toBe(1);
});
