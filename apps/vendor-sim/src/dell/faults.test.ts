import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Client, DATA, startClient } from '../../test/client.ts';

const ASK = '/asset-entitlements?servicetags=ACTV123';

/** The statuses of consecutive calls with one token. */
async function statuses(client: Client, calls: number, token?: string): Promise<number[]> {
  const own = token ?? (await client.token());
  const seen: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const reply = await client.get(ASK, own);
    await reply.text();
    seen.push(reply.status);
  }
  return seen;
}

function tokenStatus({ url }: Client, signal?: AbortSignal): Promise<number> {
  const body = new URLSearchParams('grant_type=client_credentials&client_id=me&client_secret=mine');
  const options = { method: 'POST', body, ...(signal ? { signal } : {}) };
  return fetch(`${url}/auth/oauth/v2/token`, options).then(({ status }) => status);
}

describe('status faults', () => {
  it.each([
    ['serverErrors', 500],
    ['forbidden', 403],
    ['busy', 429],
  ])('%s: returns %i the given number of times', async (name, status) => {
    const client = await startClient();
    await client.faults({ [name]: { times: 2 } });
    expect(await statuses(client, 3)).toEqual([status, status, 200]);
    await client.faults({ [name]: { times: -1 } });
    expect(await statuses(client, 5)).toEqual(Array(5).fill(status));
    await client.control('DELETE', 'faults');
    expect(await statuses(client, 1)).toEqual([200]);
  });

  it('busy: Retry-After in seconds and as a date', async () => {
    const client = await startClient();
    await client.faults({ busy: { times: 1, retryAfter: 7 } });
    const seconds = await client.get(ASK);
    expect(seconds.headers.get('retry-after')).toBe('7');
    expect(await seconds.json()).toEqual({
      title: 'Too Many Requests',
      status: 429,
      detail: 'Quota exceeded',
      instance: '/asset-entitlements',
    });
    const before = Date.now();
    await client.faults({ busy: { times: 1, retryAfter: { inSecondsAsDate: 20 } } });
    const date = (await client.get(ASK)).headers.get('retry-after') ?? '';
    expect(date).toMatch(/ GMT$/);
    expect(Date.parse(date)).toBeGreaterThanOrEqual(before + 20_000);
    expect(Date.parse(date)).toBeLessThan(before + 25_000);
  });

  it('unauthorizedAfter: old tokens are rejected, a new one works', async () => {
    const client = await startClient();
    const [old, other] = [await client.token(), await client.token()];
    await client.faults({ unauthorizedAfter: 2 });
    expect(await statuses(client, 4, old)).toEqual([200, 200, 401, 401]);
    const fresh = await client.token();
    expect(await statuses(client, 3, fresh)).toEqual([200, 200, 200]);
    expect(await statuses(client, 1, old)).toEqual([401]);
    expect(await statuses(client, 1, other)).toEqual([401]);
  });

  it('unauthorizedAlways: a new token does not help', async () => {
    const client = await startClient();
    await client.faults({ unauthorizedAlways: true });
    expect(await statuses(client, 2)).toEqual([401, 401]);
    await client.faults({ unauthorizedAlways: false });
    expect(await statuses(client, 1)).toEqual([200]);
  });

  it('refuseKeys and tokenErrors: the token call fails', async () => {
    const client = await startClient();
    await client.faults({ refuseKeys: true });
    expect(await tokenStatus(client)).toBe(401);
    await client.faults({ refuseKeys: false, tokenErrors: { times: 1 } });
    expect([await tokenStatus(client), await tokenStatus(client)]).toEqual([500, 200]);
  });
});

describe('connection faults', () => {
  it('latencyMs: replies late, but counts immediately', async () => {
    const client = await startClient();
    const token = await client.token();
    await client.faults({ latencyMs: 300 });
    const startedAt = performance.now();
    const late = client.get(ASK, token);
    await delay(100);
    expect((await client.counts()).tagsAsked).toBe(1);
    await late;
    expect(performance.now() - startedAt).toBeGreaterThan(290);
  });

  it('hang and tokenHang: accept the call, never reply, and count it as aborted when the client disconnects', async () => {
    const client = await startClient();
    const token = await client.token();
    await client.faults({ hang: { times: 1 }, tokenHang: { times: 1 } });
    const headers = { authorization: `Bearer ${token}` };
    const giveUp = new AbortController();
    const { signal } = giveUp;
    const lookup = expect(fetch(`${client.url}${DATA}${ASK}`, { headers, signal })).rejects.toThrow('abort');
    const login = expect(tokenStatus(client, signal)).rejects.toThrow('abort');
    await expect.poll(() => client.counts()).toMatchObject({ tokenCalls: 2, tagsAsked: 1, aborted: 0 });
    expect((await client.counts()).openSockets).toBe(2);
    giveUp.abort();
    await Promise.all([lookup, login]);
    await expect.poll(async () => (await client.counts()).aborted).toBe(2);
    expect((await client.counts()).openSockets).toBe(0);
    expect(await statuses(client, 1, token)).toEqual([200]);
  });

  it('halfAnswer: closes the connection within the body, which does not count as aborted', async () => {
    const client = await startClient();
    await client.faults({ halfAnswer: { times: 1 } });
    const reply = await client.get(ASK);
    expect(reply.status).toBe(200);
    await expect(reply.text()).rejects.toThrow();
    expect(await statuses(client, 1)).toEqual([200]);
    expect((await client.counts()).aborted).toBe(0);
  });
});

describe('content faults', () => {
  const five = ['ACTV123', 'EXPR010', 'EXPD006', 'LIFE027', 'ENDS005'];

  async function answered(client: Client) {
    const rows = await client.rows(five.join());
    return rows.map((row) => row.serviceTag).sort();
  }

  it('missingTags: by name, and every nth', async () => {
    const client = await startClient();
    await client.faults({ missingTags: ['expr010', 'LIFE027'] });
    expect(await answered(client)).toEqual(['ACTV123', 'ENDS005', 'EXPD006']);
    await client.faults({ missingTags: { every: 2 } });
    expect(await answered(client)).toEqual(['ACTV123', 'ENDS005', 'EXPD006']);
    await client.faults({ missingTags: { every: 5 } });
    expect(await answered(client)).toEqual(['ACTV123', 'EXPD006', 'EXPR010', 'LIFE027']);
  });

  it('malformedTags: one row is malformed', async () => {
    const client = await startClient();
    await client.faults({ malformedTags: ['EXPR010'] });
    const rows = await client.rows(five.join());
    const wrong = rows.filter((row) => !Array.isArray(row.entitlements));
    expect(rows).toHaveLength(5);
    expect(wrong).toEqual([{ serviceTag: 'EXPR010', entitlements: 'unavailable' }]);
  });

  it('duplicateRows: every row twice', async () => {
    const client = await startClient();
    await client.faults({ duplicateRows: true });
    expect(await answered(client)).toEqual([...five, ...five].sort());
  });

  it('htmlInsteadOfJson: a page with status 200', async () => {
    const client = await startClient();
    await client.faults({ htmlInsteadOfJson: { times: 1 } });
    const reply = await client.get(ASK);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await reply.text()).toContain('<html>');
    expect(await client.rows('ACTV123')).toHaveLength(1);
  });

  it('drift: dateFormat', async () => {
    const client = await startClient();
    await client.faults({ drift: 'dateFormat' });
    const [row] = await client.rows('USEND05');
    expect(row).toHaveProperty('entitlements.0.endDate', '01/01/2028 05:59:59 AM');
    expect(row).toHaveProperty('shipDate', '01/01/2024 06:00:00 AM');
    expect((await client.rows('JPEND09'))[0]).toHaveProperty(
      'entitlements.0.endDate',
      '03/31/2028 02:59:59 PM',
    );
  });

  it('drift: missingField and renamedField', async () => {
    const client = await startClient();
    await client.faults({ drift: 'missingField' });
    const [row] = await client.rows('ACTV123');
    expect(row).toMatchObject({ serviceTag: 'ACTV123', invalid: false });
    expect(row).not.toHaveProperty('entitlements');
    expect((await client.rows('ACTV123', '/assets'))[0]).not.toHaveProperty('serviceTag');
    await client.faults({ drift: 'renamedField' });
    const [renamed] = await client.rows('ACTV123');
    expect(renamed).not.toHaveProperty('entitlements.0.endDate');
    expect(renamed).toHaveProperty('entitlements.0.entitlementEndDate', '2026-08-15T05:59:59.000001Z');
  });

  it('drift: arrayBecomesObject', async () => {
    const client = await startClient();
    await client.faults({ drift: 'arrayBecomesObject' });
    expect(await client.rows('ACTV123')).toMatchObject({ assets: [{ serviceTag: 'ACTV123' }] });
    const single = await (await client.get('/asset-components?servicetag=ACTV123')).json();
    expect(single).toHaveProperty('components.component.0');
  });
});
