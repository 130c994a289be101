import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type Client, NOW, startClient } from '../test/client.ts';

function statusWith({ url }: Client, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(`${url}/sim/reset`, { method: 'POST', headers }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    });
    call.on('error', reject).end();
  });
}

describe('GET /sim/samples', () => {
  it('lists the tag, the label, the case and whether to offer it', async () => {
    const { control } = await startClient();
    const samples = (await (await control('GET', 'samples')).json()) as object[];
    expect(samples.length).toBeGreaterThanOrEqual(24);
    expect(samples).toContainEqual({
      vendor: 'Dell',
      tag: 'ACTV123',
      label: 'Active, ends in 2 years',
      offered: true,
      case: 'active',
    });
  });
});

describe('GET /sim/counts', () => {
  it('counts calls, tags and start times, including rejected calls', async () => {
    const client = await startClient();
    const before = Date.now();
    const token = await client.token();
    await client.get('/asset-entitlements?servicetags=actv123,EXPR010', token);
    await client.get('/assets?servicetags=ACTV123', 'refused');
    await client.get('/asset-components?servicetag=ACTV123', token);
    await client.get('/asset-entitlement-components?servicetag=ACTV123', token);
    const counts = await client.counts();
    expect(counts).toMatchObject({
      tokenCalls: 1,
      calls: { assets: 1, assetEntitlements: 1, assetComponents: 1, assetEntitlementComponents: 1 },
      tagsAsked: 5,
      callsByTag: { ACTV123: 4, EXPR010: 1 },
      aborted: 0,
    });
    const stamps = counts.startedAt as number[];
    expect(stamps).toHaveLength(4);
    for (const stamp of stamps) expect(stamp).toBeGreaterThanOrEqual(before);
    expect(stamps.every((stamp) => stamp <= Date.now())).toBe(true);
  });

  it('omits the tags on request, and always its own connection', async () => {
    const client = await startClient();
    const reply = await (await client.control('GET', 'counts?callsByTag=false')).json();
    expect(reply).not.toHaveProperty('callsByTag');
    expect(reply).toHaveProperty('openSockets', 0);
  });

  it('stores the last 10,000 start times', async () => {
    const client = await startClient();
    client.simulator.state.vendors.dell.state.counts.startedAt.push(...Array<number>(10_000).fill(1));
    await client.rows('ACTV123');
    const { startedAt } = client.simulator.state.vendors.dell.state.counts;
    expect(startedAt).toHaveLength(10_000);
    expect(startedAt.at(-1)).toBeGreaterThan(1);
  });
});

describe('POST /sim/faults', () => {
  it('sets the named faults, leaves the others unchanged, and returns the active ones', async () => {
    const client = await startClient();
    await client.faults({ hang: { times: 3 } });
    const reply = await client.faults({ latencyMs: 5, busy: { times: -1, retryAfter: 1 } });
    expect(await reply.json()).toEqual({
      faults: { hang: { times: 3 }, latencyMs: 5, busy: { times: -1, retryAfter: 1 } },
    });
    const cleared = await client.control('DELETE', 'faults');
    expect(await cleared.json()).toEqual({ faults: {} });
  });

  it.each([
    '{"latency":5}',
    '{"latencyMs":"5"}',
    '{"hang":true}',
    '{"hang":{"times":-2}}',
    '{"hang":{"times":1,"after":2}}',
    '{"busy":{"times":1,"retryAfter":"soon"}}',
    '{"drift":"sideways"}',
    '{"missingTags":{"every":0}}',
    '{"toString":1}',
    '[]',
  ])('rejects %s and sets nothing', async (faults) => {
    const client = await startClient();
    expect((await client.faults(JSON.parse(faults))).status).toBe(400);
    expect(client.simulator.state.vendors.dell.state.faults).toEqual({});
  });
});

describe('POST /sim/clock and /sim/reset', () => {
  it('moves the dates of devices', async () => {
    const client = await startClient();
    const end = async () => (await client.rows('TODAY01'))[0];
    expect(await end()).toHaveProperty('entitlements.0.endDate', '2026-08-14T23:59:59Z');
    await client.control('POST', 'clock', { advanceSeconds: 86_400 });
    expect(await end()).toHaveProperty('entitlements.0.endDate', '2026-08-15T23:59:59Z');
    expect((await client.control('POST', 'clock', {})).status).toBe(400);
  });

  it('resets counts, faults and clock, but not tokens', async () => {
    const client = await startClient();
    const token = await client.token();
    await client.faults({ serverErrors: { times: -1 } });
    await client.control('POST', 'clock', { advanceSeconds: 9999 });
    const reply = await client.control('POST', 'reset');
    expect(await reply.json()).toEqual({ now: new Date(NOW).toISOString() });
    expect(await client.counts()).toMatchObject({
      tokenCalls: 0,
      tagsAsked: 0,
      callsByTag: {},
      startedAt: [],
    });
    expect((await client.get('/assets?servicetags=ACTV123', token)).status).toBe(200);
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
