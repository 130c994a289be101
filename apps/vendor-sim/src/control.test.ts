import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type Client, NOW, startClient } from '../test/client.ts';
import { call, DELL, VENDOR_CLIENTS } from '../test/vendors.ts';

function statusWith({ url }: Client, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const post = request(`${url}/sim/reset`, { method: 'POST', headers }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    });
    post.on('error', reject).end();
  });
}

describe('GET /sim/counts', () => {
  it('counts Dell’s calls by path', async () => {
    const client = await startClient();
    const paths = ['/asset-entitlements?servicetags=actv123,EXPR010', '/assets?servicetags=ACTV123'];
    for (const path of paths) await call(client, 'dell', `${DELL}${path}`);
    expect(await client.counts()).toMatchObject({
      calls: { assets: 1, assetEntitlements: 1, assetComponents: 0, assetEntitlementComponents: 0 },
      callsByTag: { ACTV123: 2, EXPR010: 1 },
      aborted: 0,
    });
  });

  it('stores the last 10,000 start times', async () => {
    const client = await startClient();
    const { startedAt } = client.simulator.state.vendors.hp.state.counts;
    startedAt.push(...Array<number>(10_000).fill(1));
    await VENDOR_CLIENTS.hp.ask(client, ['SIM412ACTV']);
    expect(startedAt).toHaveLength(10_000);
    expect(startedAt.at(-1)).toBeGreaterThan(1);
  });
});

describe('POST /sim/clock and /sim/reset', () => {
  it('moves the dates of devices', async () => {
    const client = await startClient();
    const end = async () => (await VENDOR_CLIENTS.dell.ask(client, ['TODAY01'])).json();
    expect(await end()).toHaveProperty('0.entitlements.0.endDate', '2026-08-14T23:59:59Z');
    await client.advance(86_400);
    expect(await end()).toHaveProperty('0.entitlements.0.endDate', '2026-08-15T23:59:59Z');
    expect((await client.control('POST', 'clock', {})).status).toBe(400);
  });

  it('resets faults and clock, but not tokens', async () => {
    const client = await startClient();
    const { url } = await VENDOR_CLIENTS.dell.ask(client, ['ACTV123']);
    const [token = ''] = client.simulator.state.vendors.dell.state.tokens.keys();
    await client.faults({ serverErrors: { times: -1 }, hp: { serverErrors: { times: -1 } } });
    await client.advance(9999);
    const reply = await client.control('POST', 'reset');
    expect(await reply.json()).toEqual({ now: new Date(NOW).toISOString() });
    expect(await (await client.control('GET', 'faults')).json()).toEqual({ faults: {} });
    expect((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  });
});

describe('/sim/', () => {
  it('rejects requests from pages of other sites', async () => {
    const client = await startClient();
    expect(await statusWith(client, {})).toBe(200);
    expect(await statusWith(client, { origin: 'https://example.com' })).toBe(403);
    expect(await statusWith(client, { host: 'rebound.example.com' })).toBe(403);
  });

  it('returns 404 for other paths and 400 for a body that is not JSON', async () => {
    const { url, control } = await startClient();
    expect((await control('GET', 'nothing')).status).toBe(404);
    expect((await fetch(`${url}/sim/faults`, { method: 'POST', body: '{' })).status).toBe(400);
  });
});
