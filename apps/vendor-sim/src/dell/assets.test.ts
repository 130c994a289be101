import { describe, expect, it } from 'vitest';
import { NOW, startClient } from '../../test/client.ts';
import { deviceRow } from './devices.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => `T${100_000 + index}`);
const tagsOf = (rows: Record<string, unknown>[]) => rows.map((row) => row.serviceTag);

describe('GET /asset-entitlements', () => {
  it('returns a row per tag in upper case, and flags unknown ones', async () => {
    const client = await startClient({ mode: 'demo' });
    const rows = await client.rows('actv123,NOTHING,%20unkn404');
    expect(tagsOf(rows).sort()).toEqual(['ACTV123', 'NOTHING', 'UNKN404']);
    for (const row of rows) expect(row).toEqual(deviceRow(String(row.serviceTag), 'demo', NOW));
    expect(rows.find((row) => row.serviceTag === 'NOTHING')).toMatchObject({
      id: null,
      invalid: true,
      entitlements: [],
    });
  });

  it('accepts 100 tags but not 101', async () => {
    const client = await startClient();
    expect(await client.rows(many(100).join())).toHaveLength(100);
    const reply = await client.get(`/asset-entitlements?servicetags=${many(101)}`);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({
      title: 'Bad Request',
      status: 400,
      instance: '/asset-entitlements',
    });
  });

  it.each(['', '?servicetags=', '?servicetags=,', '?servicetag=ACTV123'])('rejects "%s"', async (query) => {
    const client = await startClient();
    expect((await client.get(`/asset-entitlements${query}`)).status).toBe(400);
  });

  it('shuffles rows differently for each call, but the same in each run', async () => {
    const orders = async () => {
      const client = await startClient();
      const tags = many(20).join();
      return [tagsOf(await client.rows(tags)), tagsOf(await client.rows(tags))];
    };
    const [first, second] = await orders();
    expect(first).not.toEqual(many(20));
    expect(first).not.toEqual(second);
    expect([...(first ?? [])].sort()).toEqual(many(20));
    expect(await orders()).toEqual([first, second]);
  });
});

describe('the other data calls', () => {
  it('GET /assets returns no entitlements', async () => {
    const client = await startClient();
    const { entitlements: _, ...header } = deviceRow('ACTV123', 'open', NOW);
    expect(await client.rows('ACTV123', '/assets')).toEqual([header]);
  });

  it('GET /asset-components returns the parts of one tag', async () => {
    const client = await startClient();
    const reply = (await (await client.get('/asset-components?servicetag=actv123')).json()) as object;
    expect(reply).toMatchObject({ serviceTag: 'ACTV123', invalid: false });
    expect(reply).not.toHaveProperty('entitlements');
    expect(reply).toHaveProperty('components.0', {
      itemNumber: expect.stringMatching(/^338-\d{4}$/),
      partNumber: expect.stringMatching(/^[0-9A-Z]{5}$/),
      partQuantity: expect.any(Number),
      partDescription: expect.any(String),
      itemDescription: expect.any(String),
    });
  });

  it('GET /asset-entitlement-components returns both lists', async () => {
    const client = await startClient();
    const reply = await (await client.get('/asset-entitlement-components?servicetag=ACTV123')).json();
    expect(reply).toMatchObject(deviceRow('ACTV123', 'open', NOW));
    expect(reply).toHaveProperty('components.2');
  });

  it('return no parts for an unknown tag', async () => {
    const client = await startClient();
    const reply = await (await client.get('/asset-components?servicetag=UNKN404')).json();
    expect(reply).toMatchObject({ invalid: true, components: [] });
  });

  it.each(['?servicetags=ACTV123', '?servicetag=ACTV123,EXPR010', ''])(
    'reject "%s" for one tag',
    async (query) => {
      const client = await startClient();
      expect((await client.get(`/asset-components${query}`)).status).toBe(400);
      expect((await client.get(`/asset-entitlement-components${query}`)).status).toBe(400);
    },
  );

  it('return 404 for other paths and 405 for POST', async () => {
    const client = await startClient();
    expect((await client.get('/asset-warranty?servicetags=ACTV123')).status).toBe(404);
    const reply = await fetch(`${client.url}/PROD/sbil/eapi/v5/assets`, { method: 'POST' });
    expect(reply.status).toBe(405);
  });
});
