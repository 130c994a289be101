// What all vendors have in common: tokens, counts, faults, CORS.
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Client, startClient } from '../test/client.ts';
import { faultsOf, tokenOf, VENDOR_CLIENTS } from '../test/vendors.ts';
import type { VendorId } from './vendors.ts';

const ALL = Object.entries(VENDOR_CLIENTS) as [VendorId, (typeof VENDOR_CLIENTS)[VendorId]][];

interface Counts {
  tokenCalls?: number;
  calls: number | Record<string, number>;
  serialsAsked: number;
  callsBySerial: Record<string, number>;
  startedAt: number[];
}

/** In one format: Dell's counts have other names, and are by path. */
async function countsOf(client: Client, id: VendorId): Promise<Counts> {
  const { vendors, ...dell } = await client.counts();
  if (id !== 'dell') return (vendors as Record<string, Counts>)[id] as Counts;
  const { tokenCalls, calls, tagsAsked, callsByTag, startedAt } = dell;
  const sum = Object.values(calls as Record<string, number>).reduce((total, each) => total + each, 0);
  return { tokenCalls, calls: sum, serialsAsked: tagsAsked, callsBySerial: callsByTag, startedAt } as Counts;
}

it('GET /sim/samples lists the vendors, Dell first, and offers a few devices of each', async () => {
  const client = await startClient();
  const samples = (await (await client.control('GET', 'samples')).json()) as Record<string, unknown>[];
  expect([...new Set(samples.map(({ vendor }) => vendor))]).toEqual(ALL.map(([, { name }]) => name));
  for (const [id, { name }] of ALL)
    expect(samples.filter(({ vendor, offered }) => vendor === name && offered)).toHaveLength(
      id === 'dell' ? 8 : 4,
    );
  expect(new Set(samples.map(({ tag }) => tag)).size).toBe(samples.length);
  expect(samples[0]).toEqual({
    vendor: 'Dell',
    tag: 'ACTV123',
    label: 'Active, ends in 2 years',
    offered: true,
    case: 'active',
  });
});

describe.each(ALL)('%s', (id, vendor) => {
  const { ask, known, busy, token } = vendor;

  async function statuses(client: Client, calls: number): Promise<number[]> {
    const seen: number[] = [];
    for (let index = 0; index < calls; index += 1) {
      const reply = await ask(client, [known]);
      await reply.text();
      seen.push(reply.status);
    }
    return seen;
  }

  it('counts calls, serials and start times, including rejected calls, until a reset', async () => {
    const client = await startClient();
    const before = Date.now();
    await ask(client, [known.toLowerCase(), 'NOTHING']);
    await client.faults(faultsOf(id, { forbidden: { times: 1 } }));
    expect(await statuses(client, 1)).toEqual([403]);
    const counts = await countsOf(client, id);
    const calls = vendor.oneSerialPerCall ? 3 : 2;
    const tokenCalls = token ? { tokenCalls: calls } : {};
    expect(counts).toEqual({
      ...tokenCalls,
      calls,
      serialsAsked: 3,
      callsBySerial: { [known]: 2, NOTHING: 1 },
      startedAt: Array(calls).fill(expect.any(Number)),
    });
    for (const stamp of counts.startedAt) expect(stamp).toBeGreaterThanOrEqual(before);
    const brief = await (await client.control('GET', 'counts?callsByTag=false')).text();
    expect(brief).not.toContain('callsBy');
    await client.control('POST', 'reset');
    const none = { calls: 0, serialsAsked: 0, callsBySerial: {}, startedAt: [] };
    expect(await countsOf(client, id)).toEqual({ ...(token ? { tokenCalls: 0 } : {}), ...none });
  });

  const troubles: [string, number][] = [['serverErrors', 500], ['forbidden', 403], busy];

  it.each(troubles)('%s: returns %i the given number of times', async (name, status) => {
    const client = await startClient();
    await client.faults(faultsOf(id, { [name]: { times: 2 } }));
    expect(await statuses(client, 3)).toEqual([status, status, 200]);
    await client.faults(faultsOf(id, { [name]: { times: -1 } }));
    expect(await statuses(client, 3)).toEqual([status, status, status]);
    await client.control('DELETE', 'faults');
    expect(await statuses(client, 1)).toEqual([200]);
  });

  it('unauthorizedAlways and unauthorizedAfter', async () => {
    const client = await startClient();
    await client.faults(faultsOf(id, { unauthorizedAlways: true }));
    expect(await statuses(client, 2)).toEqual([401, 401]);
    await client.faults(faultsOf(id, { unauthorizedAlways: false, unauthorizedAfter: 2 }));
    // A client with tokens gets a new one for every call; a key stays rejected.
    const after = token ? [200, 200] : [401, 401];
    expect(await statuses(client, 5)).toEqual([200, 200, 401, ...after]);
  });

  it('latencyMs: replies late, but counts immediately', async () => {
    const client = await startClient();
    await client.faults(faultsOf(id, { latencyMs: 200 }));
    const startedAt = performance.now();
    const late = ask(client, [known]);
    await expect.poll(async () => (await countsOf(client, id)).calls).toBe(1);
    await late;
    expect(performance.now() - startedAt).toBeGreaterThan(190);
  });

  it('hang: accepts the call, never replies, and counts it as aborted when the client disconnects', async () => {
    const client = await startClient();
    await client.faults(faultsOf(id, { hang: { times: 1 } }));
    const giveUp = new AbortController();
    const hanging = expect(ask(client, [known], giveUp.signal)).rejects.toThrow('abort');
    await expect.poll(async () => (await countsOf(client, id)).calls).toBe(1);
    await delay(20);
    expect((await client.counts()).openSockets).toBeGreaterThan(0);
    giveUp.abort();
    await hanging;
    await expect.poll(async () => (await client.counts()).aborted).toBe(1);
    expect(await statuses(client, 1)).toEqual([200]);
  });

  it('halfAnswer, which does not count as aborted, and htmlInsteadOfJson', async () => {
    const client = await startClient();
    await client.faults(faultsOf(id, { halfAnswer: { times: 1 } }));
    const half = await ask(client, [known]);
    expect(half.status).toBe(200);
    await expect(half.text()).rejects.toThrow();
    expect((await client.counts()).aborted).toBe(0);
    await client.faults(faultsOf(id, { htmlInsteadOfJson: { times: 1 } }));
    const page = await ask(client, [known]);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await statuses(client, 1)).toEqual([200]);
  });

  it('keeps its faults separate from other vendors’, and adds new ones to them', async () => {
    const client = await startClient();
    await client.faults(faultsOf(id, { serverErrors: { times: -1 } }));
    const reply = await client.faults(faultsOf(id, { latencyMs: 1 }));
    const set = faultsOf(id, { serverErrors: { times: -1 }, latencyMs: 1 });
    expect(await reply.json()).toEqual({ faults: set });
    for (const [other, each] of ALL)
      expect((await each.ask(client, [each.known])).status).toBe(other === id ? 500 : 200);
    expect(await (await client.control('DELETE', 'faults')).json()).toEqual({ faults: {} });
  });

  it.each([
    '{"latency":5}',
    '{"hang":true}',
    '{"hang":{"times":-2}}',
    '{"busy":{"times":1,"retryAfter":"soon"}}',
    '{"drift":"sideways"}',
    '{"missingSerials":{"every":0}}',
    '{"missingTags":{"every":0}}',
    '{"toString":1}',
    '[]',
  ])('rejects the faults %s and sets nothing', async (faults) => {
    const client = await startClient();
    const reply = await client.faults(faultsOf(id, JSON.parse(faults)));
    expect(reply.status).toBe(400);
    if (id !== 'dell') expect(((await reply.json()) as { error: string }).error).toContain(`${id}.`);
    expect(await (await client.control('GET', 'faults')).json()).toEqual({ faults: {} });
  });

  it('can be called from a browser after CORS is enabled', async () => {
    const client = await startClient();
    const preflight = async () => {
      const { url } = await ask(client, [known]);
      return (await fetch(url, { method: 'OPTIONS' })).status;
    };
    expect(await preflight()).toBe(405);
    await client.control('POST', 'cors', { [id]: 'any' });
    const reply = await ask(client, [known]);
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(reply.headers.get('access-control-expose-headers')).toBe('link, retry-after');
    expect(await preflight()).toBe(204);
  });
});

it.each(ALL.filter(([, { busy }]) => busy[0] === 'busy'))(
  '%s: Retry-After of busy in seconds and as a date',
  async (id, { ask, known }) => {
    const client = await startClient();
    const after = async (retryAfter: unknown) => {
      await client.faults(faultsOf(id, { busy: { times: 1, retryAfter } }));
      return (await ask(client, [known])).headers.get('retry-after') ?? '';
    };
    expect(await after(7)).toBe('7');
    const before = Date.now();
    const date = await after({ inSecondsAsDate: 20 });
    expect(date).toMatch(/ GMT$/);
    expect(Date.parse(date)).toBeGreaterThanOrEqual(before + 20_000);
    expect(Date.parse(date)).toBeLessThan(before + 25_000);
  },
);

const WITH_TOKENS = ALL.flatMap(([id, { token }]) => (token ? [{ id, ...token }] : []));

describe.each(WITH_TOKENS)('a token of $id', ({ id, path, lifetimeSeconds }) => {
  it('is valid for its lifetime on the simulator’s clock, and required', async () => {
    const client = await startClient();
    const { url } = await VENDOR_CLIENTS[id].ask(client, [VENDOR_CLIENTS[id].known]);
    const init = id === 'hp' ? { method: 'POST', body: '[{"sn":"SIM412ACTV"}]' } : {};
    const status = async (authorization: string) =>
      (await fetch(url, { ...init, headers: { authorization } })).status;
    const token = await tokenOf(client, id);
    expect(await status(token)).toBe(401);
    expect(await status('Bearer made-up')).toBe(401);
    const other = await tokenOf(client, id === 'dell' ? 'hp' : 'dell');
    expect(await status(`Bearer ${other}`)).toBe(401);
    await client.advance(lifetimeSeconds - 1);
    expect(await status(`Bearer ${token}`)).toBe(200);
    await client.advance(1);
    expect(await status(`Bearer ${token}`)).toBe(401);
  });

  it('is not issued on tokenHang', async () => {
    const client = await startClient();
    await client.faults(faultsOf(id, { tokenHang: { times: 1 } }));
    const signal = AbortSignal.timeout(200);
    await expect(fetch(`${client.url}${path}`, { method: 'POST', signal })).rejects.toThrow('timeout');
  });
});

const BY_SECRET = WITH_TOKENS.flatMap(({ secret, ...token }) => (secret ? [{ ...token, ...secret }] : []));

describe.each(BY_SECRET)('the token call of $id', ({ id, path, granted, inQuery, error }) => {
  const GRANT = 'grant_type=client_credentials';
  const VALID = `${GRANT}&client_id=me&client_secret=mine`;
  const post = ({ url }: Client, body: string, headers: Record<string, string> = {}, query = '') =>
    fetch(`${url}${path}${query}`, { method: 'POST', body: new URLSearchParams(body), headers });
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

  it('accepts credentials as a form, as Basic, and in the query of some', async () => {
    const client = await startClient({ mode: 'demo' });
    const reply = await post(client, VALID);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({ access_token: expect.any(String), ...granted });
    expect((await post(client, GRANT, basic('me:mi:ne'))).status).toBe(200);
    expect((await post(client, '', {}, `?${VALID}`)).status).toBe(inQuery ? 200 : 400);
  });

  it.each([
    ['a secret that contains "bad"', `${GRANT}&client_id=me&client_secret=abadone`, {}, 401],
    ['a bad secret sent as Basic auth', GRANT, basic('me:bad'), 401],
    ['no secret', `${GRANT}&client_id=me`, {}, 400],
    ['no grant type', 'client_id=me&client_secret=mine', {}, 400],
    ['another grant type', 'grant_type=password&client_id=me&client_secret=mine', {}, 400],
  ])('rejects %s', async (_, body, headers, status) => {
    const reply = await post(await startClient(), body, headers);
    expect(reply.status).toBe(status);
    if (status === 401) expect(await reply.json()).toEqual(error);
  });

  it('supports refuseKeys and tokenErrors, and rejects GET', async () => {
    const client = await startClient();
    await client.faults(faultsOf(id, { refuseKeys: true }));
    expect((await post(client, VALID)).status).toBe(401);
    await client.faults(faultsOf(id, { refuseKeys: false, tokenErrors: { times: 1 } }));
    expect([(await post(client, VALID)).status, (await post(client, VALID)).status]).toEqual([500, 200]);
    expect((await fetch(`${client.url}${path}`)).status).toBe(405);
  });
});
