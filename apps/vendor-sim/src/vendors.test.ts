// Behavior shared by all vendors except Dell: counts, faults, samples.
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Client, startClient } from '../test/client.ts';
import { tokenFrom, VENDOR_CLIENTS } from '../test/vendors.ts';
import { VENDORS, type VendorId } from './vendors.ts';

interface Counts {
  tokenCalls?: number;
  calls: number;
  serialsAsked: number;
  callsBySerial: Record<string, number>;
  startedAt: number[];
}

async function countsOf(client: Client, id: string): Promise<Counts> {
  const { vendors } = (await client.counts()) as { vendors: Record<string, Counts> };
  return vendors[id] as Counts;
}

it('there is a test client for every vendor', () => {
  expect(['dell', ...Object.keys(VENDOR_CLIENTS)]).toEqual(Object.keys(VENDORS));
});

describe('GET /sim/samples', () => {
  it('lists the vendors, Dell first, and offers a few devices of each', async () => {
    const client = await startClient();
    const samples = (await (await client.control('GET', 'samples')).json()) as {
      vendor: string;
      tag: string;
      offered: boolean;
    }[];
    expect([...new Set(samples.map(({ vendor }) => vendor))]).toEqual([
      'Dell',
      'HP',
      'Lenovo',
      'Cisco',
      'Meraki',
      'Apple',
    ]);
    for (const name of ['HP', 'Lenovo', 'Cisco', 'Meraki', 'Apple'])
      expect(samples.filter(({ vendor, offered }) => vendor === name && offered)).toHaveLength(4);
    expect(new Set(samples.map(({ tag }) => tag)).size).toBe(samples.length);
  });
});

describe.each(Object.entries(VENDOR_CLIENTS))('%s', (id, vendor) => {
  const { ask, known, busy, tokenPath } = vendor;

  async function statuses(client: Client, calls: number): Promise<number[]> {
    const seen: number[] = [];
    for (let call = 0; call < calls; call += 1) {
      const reply = await ask(client, [known]);
      await reply.text();
      seen.push(reply.status);
    }
    return seen;
  }

  it('counts calls, serials and start times, including rejected calls, separately from Dell', async () => {
    const client = await startClient();
    const before = Date.now();
    await ask(client, [known.toLowerCase(), 'NOTHING']);
    await client.faults({ [id]: { forbidden: { times: 1 } } });
    expect(await statuses(client, 1)).toEqual([403]);
    const counts = await countsOf(client, id);
    const calls = vendor.oneSerialPerCall ? 3 : 2;
    expect(counts).toEqual({
      ...(tokenPath ? { tokenCalls: 2 } : {}),
      calls,
      serialsAsked: 3,
      callsBySerial: { [known]: 2, NOTHING: 1 },
      startedAt: Array(calls).fill(expect.any(Number)),
    });
    for (const stamp of counts.startedAt) expect(stamp).toBeGreaterThanOrEqual(before);
    expect(await client.counts()).toMatchObject({ tokenCalls: 0, tagsAsked: 0, startedAt: [] });
    const brief = await (await client.control('GET', 'counts?callsByTag=false')).json();
    expect(brief).not.toHaveProperty(`vendors.${id}.callsBySerial`);
  });

  it('stores the last 10,000 start times', async () => {
    const client = await startClient();
    client.simulator.state.vendors[id as VendorId].state.counts.startedAt.push(
      ...Array<number>(10_000).fill(1),
    );
    await ask(client, [known]);
    expect((await countsOf(client, id)).startedAt).toHaveLength(10_000);
  });

  const troubles: [string, number][] = [['serverErrors', 500], ['forbidden', 403], busy];

  it.each(troubles)('%s: returns %i the given number of times', async (name, status) => {
    const client = await startClient();
    await client.faults({ [id]: { [name]: { times: 2 } } });
    expect(await statuses(client, 3)).toEqual([status, status, 200]);
    await client.faults({ [id]: { [name]: { times: -1 } } });
    expect(await statuses(client, 3)).toEqual([status, status, status]);
    await client.control('DELETE', 'faults');
    expect(await statuses(client, 1)).toEqual([200]);
  });

  it('unauthorizedAlways and unauthorizedAfter', async () => {
    const client = await startClient();
    await client.faults({ [id]: { unauthorizedAlways: true } });
    expect(await statuses(client, 2)).toEqual([401, 401]);
    await client.faults({ [id]: { unauthorizedAlways: false, unauthorizedAfter: 2 } });
    // A client with tokens gets a new one for every call; a key stays rejected.
    expect(await statuses(client, 5)).toEqual(
      tokenPath ? [200, 200, 401, 200, 200] : [200, 200, 401, 401, 401],
    );
    await client.control('DELETE', 'faults');
    expect(await statuses(client, 1)).toEqual([200]);
  });

  it('latencyMs: replies late, but counts immediately', async () => {
    const client = await startClient();
    await client.faults({ [id]: { latencyMs: 200 } });
    const startedAt = performance.now();
    const late = ask(client, [known]);
    await expect.poll(async () => (await countsOf(client, id)).calls).toBe(1);
    await late;
    expect(performance.now() - startedAt).toBeGreaterThan(190);
  });

  it('hang: accepts the call, never replies, and counts it as aborted when the client disconnects', async () => {
    const client = await startClient();
    await client.faults({ [id]: { hang: { times: 1 } } });
    const giveUp = new AbortController();
    const hanging = expect(ask(client, [known], giveUp.signal)).rejects.toThrow('abort');
    await expect.poll(async () => (await countsOf(client, id)).calls).toBe(1);
    await delay(20);
    giveUp.abort();
    await hanging;
    await expect.poll(async () => (await client.counts()).aborted).toBe(1);
    expect(await statuses(client, 1)).toEqual([200]);
  });

  it('halfAnswer and htmlInsteadOfJson', async () => {
    const client = await startClient();
    await client.faults({ [id]: { halfAnswer: { times: 1 } } });
    const half = await ask(client, [known]);
    expect(half.status).toBe(200);
    await expect(half.text()).rejects.toThrow();
    await client.faults({ [id]: { htmlInsteadOfJson: { times: 1 } } });
    const page = await ask(client, [known]);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await statuses(client, 1)).toEqual([200]);
  });

  it('keeps its faults separate from other vendors’, and adds new ones to them', async () => {
    const client = await startClient();
    await client.faults({ hang: { times: 3 }, [id]: { serverErrors: { times: -1 } } });
    const reply = await client.faults({ [id]: { latencyMs: 1 } });
    const set = { hang: { times: 3 }, [id]: { serverErrors: { times: -1 }, latencyMs: 1 } };
    expect(await reply.json()).toEqual({ faults: set });
    for (const [other, each] of Object.entries(VENDOR_CLIENTS))
      expect((await each.ask(client, [each.known])).status).toBe(other === id ? 500 : 200);
  });

  it.each([
    '{"latency":5}',
    '{"hang":true}',
    '{"hang":{"times":-2}}',
    '{"drift":"sideways"}',
    '{"missingSerials":{"every":0}}',
    '{"missingTags":["A"]}',
    '{"toString":1}',
    '[]',
    '5',
  ])('rejects the faults %s and sets nothing', async (faults) => {
    const client = await startClient();
    const reply = await client.faults({ latencyMs: 5, [id]: JSON.parse(faults) });
    expect(reply.status).toBe(400);
    expect(((await reply.json()) as { error: string }).error).toContain(`${id}.`);
    expect(await (await client.control('GET', 'faults')).json()).toEqual({ faults: {} });
  });

  it('POST /sim/reset: clears counts and faults', async () => {
    const client = await startClient();
    await client.faults({ [id]: { serverErrors: { times: -1 } } });
    await statuses(client, 1);
    await client.control('POST', 'reset');
    expect(await countsOf(client, id)).toEqual({
      ...(tokenPath ? { tokenCalls: 0 } : {}),
      calls: 0,
      serialsAsked: 0,
      callsBySerial: {},
      startedAt: [],
    });
    expect(await statuses(client, 1)).toEqual([200]);
  });

  it('can be called from a browser after CORS is enabled', async () => {
    const client = await startClient();
    const preflight = async () => {
      const { url } = await ask(client, [known]);
      return (await fetch(url, { method: 'OPTIONS' })).status;
    };
    expect(await preflight()).not.toBe(204);
    await client.control('POST', 'cors', { [id]: 'any' });
    const reply = await ask(client, [known]);
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(reply.headers.get('access-control-expose-headers')).toBe('link, retry-after');
    expect(await preflight()).toBe(204);
  });
});

describe.each(Object.entries(VENDOR_CLIENTS).filter(([, { hasSecret }]) => hasSecret))(
  'the token call of %s',
  (id, { tokenPath = '' }) => {
    const post = ({ url }: Client, body: string, headers: Record<string, string> = {}) =>
      fetch(`${url}${tokenPath}`, { method: 'POST', body: new URLSearchParams(body), headers });
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
    const GRANT = 'grant_type=client_credentials';

    it('accepts credentials as a form and as Basic, in both modes', async () => {
      for (const mode of ['demo', 'open'] as const) {
        const client = await startClient({ mode });
        expect((await post(client, `${GRANT}&client_id=me&client_secret=mine`)).status).toBe(200);
        expect((await post(client, GRANT, basic('me:mine'))).status).toBe(200);
      }
    });

    it.each([
      ['a bad secret', `${GRANT}&client_id=me&client_secret=abadone`, {}, 401],
      ['a bad id', `${GRANT}&client_id=bad&client_secret=mine`, {}, 401],
      ['a bad secret sent as Basic auth', GRANT, basic('me:bad'), 401],
      ['no secret', `${GRANT}&client_id=me`, {}, 400],
      ['no grant type', 'client_id=me&client_secret=mine', {}, 400],
      ['another grant type', 'grant_type=password&client_id=me&client_secret=mine', {}, 400],
    ])('rejects %s', async (_, body, headers, status) => {
      expect((await post(await startClient(), body, headers)).status).toBe(status);
    });

    it('rejects GET', async () => {
      const { url } = await startClient();
      expect((await fetch(`${url}${tokenPath}`)).status).toBe(405);
    });

    it('issues tokens that Dell does not accept', async () => {
      const client = await startClient();
      expect(
        (await client.get('/assets?servicetags=ACTV123', await tokenFrom(client, tokenPath))).status,
      ).toBe(401);
    });

    it('supports refuseKeys, tokenErrors and tokenHang', async () => {
      const client = await startClient();
      const call = () => post(client, `${GRANT}&client_id=me&client_secret=mine`);
      await client.faults({ [id]: { refuseKeys: true } });
      expect((await call()).status).toBe(401);
      await client.faults({ [id]: { refuseKeys: false, tokenErrors: { times: 1 } } });
      expect([(await call()).status, (await call()).status]).toEqual([500, 200]);
      await client.faults({ [id]: { tokenHang: { times: 1 } } });
      const signal = AbortSignal.timeout(200);
      await expect(fetch(`${client.url}${tokenPath}`, { method: 'POST', signal })).rejects.toThrow('timeout');
    });
  },
);
