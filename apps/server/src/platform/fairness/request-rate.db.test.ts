import { createAccessToken } from '@warranty/contracts/access-tokens';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { sameOriginHeaders, startTestApp } from '../../../test/app.ts';

const server = await startTestApp({
  env: { REQUESTS_PER_SECOND: '5', REQUESTS_PER_SECOND_PER_ADDRESS: '20', TRUST_PROXY: '127.0.0.1' },
});
// Time stands still, so that no request is allowed because a slow machine took long for the others.
vi.useFakeTimers({ toFake: ['performance'] });
afterAll(async () => {
  vi.useRealTimers();
});

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `192.0.2.${addresses}`;
};

const openSession = async (address: string) => {
  const reply = await server.send('POST', '/api/auth/session', {
    headers: { 'x-forwarded-for': address },
    payload: {},
  });
  const set = reply.cookies[0];
  return `${set?.name}=${set?.value}`;
};

interface Sent {
  url?: string;
  cookie?: string;
  token?: string;
  address: string;
}

/** Sends the requests at once and returns the statuses in order. */
async function sendMany(count: number, { url = '/api/auth/session', cookie, token, address }: Sent) {
  const headers = {
    ...sameOriginHeaders,
    'x-forwarded-for': address,
    ...(cookie && { cookie }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  return Promise.all(Array.from({ length: count }, () => server.app.inject({ method: 'GET', url, headers })));
}

const statusesOf = (replies: Awaited<ReturnType<typeof sendMany>>) => {
  const counts: Record<number, number> = {};
  for (const { statusCode } of replies) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
};

describe('the request rate', () => {
  it('limits a session, and says when to try again', async () => {
    const address = newAddress();
    const cookie = await openSession(address);
    const replies = await sendMany(8, { cookie, address });
    expect(statusesOf(replies)).toEqual({ 200: 5, 429: 3 });
    const refused = replies.find(({ statusCode }) => statusCode === 429);
    expect(refused?.json()).toEqual({
      code: 'too_many_requests',
      error: 'Too many requests. Try again in 1 seconds.',
    });
    expect(refused?.headers).toMatchObject({ 'retry-after': '1', 'x-request-id': expect.any(String) });
  });

  it('counts sessions of one address separately, and an access token separately from its session', async () => {
    const address = newAddress();
    const [first, second] = [await openSession(address), await openSession(address)];
    const made = await server.send('POST', createAccessToken.path, {
      cookie: first,
      headers: { 'x-forwarded-for': address },
      payload: { tokenName: 'Example' },
    });
    const token = made.json<{ rawToken: string }>().rawToken;
    const url = '/api/bulk-runs';
    expect(statusesOf(await sendMany(6, { url, cookie: first, address }))).toEqual({ 200: 4, 429: 2 });
    expect(statusesOf(await sendMany(5, { url, cookie: second, address }))).toEqual({ 200: 5 });
    expect(statusesOf(await sendMany(6, { url, token, address: newAddress() }))).toEqual({ 200: 5, 429: 1 });
  });

  it('limits an address before it authenticates anyone', async () => {
    const address = newAddress();
    expect(statusesOf(await sendMany(30, { cookie: 'session=unknown', address }))).toEqual({
      401: 20,
      429: 10,
    });
    const network = (host: number) => `2001:db8:1:2::${host}`;
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, host) => sendMany(1, { address: network(host) })),
    );
    expect(statusesOf(replies.flat())).toEqual({ 401: 20, 429: 10 });
    expect(statusesOf(await sendMany(1, { address: newAddress() }))).toEqual({ 401: 1 });
  });

  it('does not limit health checks, and pages apart from the API', async () => {
    const address = newAddress();
    expect(statusesOf(await sendMany(50, { url: '/livez', address }))).toEqual({ 200: 50 });
    expect(statusesOf(await sendMany(50, { url: '/assets/missing.js', address }))).toEqual({
      404: 20,
      429: 30,
    });
    expect(statusesOf(await sendMany(1, { url: '/api/config', address }))).toEqual({ 200: 1 });
  });
});
