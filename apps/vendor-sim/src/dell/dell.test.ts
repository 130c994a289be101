import { describe, expect, it } from 'vitest';
import { type Client, NOW, startClient } from '../../test/client.ts';
import { call, DELL, read } from '../../test/vendors.ts';
import { deviceRow } from './devices.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => `T${100_000 + index}`);
const get = (client: Client, path: string) => read(client, 'dell', `${DELL}${path}`);

async function rowsOf(client: Client, tags: string, path = '/asset-entitlements') {
  return (await get(client, `${path}?servicetags=${tags}`))[1] as Record<string, unknown>[];
}

async function tagsOf(client: Client, tags: string) {
  return (await rowsOf(client, tags)).map((row) => row.serviceTag);
}

const problem = (status: number, title: string, instance: string) => [
  status,
  { title, status, detail: expect.any(String), instance },
];

describe('GET /asset-entitlements', () => {
  it('returns a row per tag in upper case, and flags unknown ones', async () => {
    const rows = await rowsOf(await startClient({ mode: 'demo' }), 'actv123,NOTHING,%20unkn404,ACTV123');
    expect(rows.map((row) => row.serviceTag).sort()).toEqual(['ACTV123', 'NOTHING', 'UNKN404']);
    for (const row of rows) expect(row).toEqual(deviceRow(String(row.serviceTag), 'demo', NOW));
    const unknown = rows.find((row) => row.serviceTag === 'NOTHING');
    expect(unknown).toMatchObject({ id: null, invalid: true, entitlements: [] });
  });

  it('accepts 100 tags but not 101, and rejects a call without one', async () => {
    const client = await startClient();
    expect(await rowsOf(client, many(100).join())).toHaveLength(100);
    for (const query of [`?servicetags=${many(101)}`, '', '?servicetags=,', '?servicetag=ACTV123'])
      expect(await get(client, `/asset-entitlements${query}`)).toEqual(
        problem(400, 'Bad Request', '/asset-entitlements'),
      );
  });

  it('shuffles rows differently for each call, but the same in each run', async () => {
    const orders = async () => {
      const client = await startClient();
      return [await tagsOf(client, many(20).join()), await tagsOf(client, many(20).join())];
    };
    const [first, second] = await orders();
    expect(first).not.toEqual(second);
    expect([...(first ?? [])].sort()).toEqual(many(20));
    expect(await orders()).toEqual([first, second]);
  });
});

describe('the other data calls', () => {
  it('GET /assets returns no entitlements', async () => {
    const { entitlements: _, ...header } = deviceRow('ACTV123', 'open', NOW);
    expect(await rowsOf(await startClient(), 'ACTV123', '/assets')).toEqual([header]);
  });

  it('return the parts of one tag, with or without entitlements', async () => {
    const client = await startClient();
    const [, parts] = await get(client, '/asset-components?servicetag=actv123');
    expect(parts).toMatchObject({ serviceTag: 'ACTV123', invalid: false });
    expect(parts).not.toHaveProperty('entitlements');
    expect(parts).toHaveProperty('components.0', {
      itemNumber: expect.stringMatching(/^338-\d{4}$/),
      partNumber: expect.stringMatching(/^[0-9A-Z]{5}$/),
      partQuantity: expect.any(Number),
      partDescription: expect.any(String),
      itemDescription: expect.any(String),
    });
    const [, both] = await get(client, '/asset-entitlement-components?servicetag=ACTV123');
    expect(both).toMatchObject(deviceRow('ACTV123', 'open', NOW));
    expect(both).toHaveProperty('components.2');
    const [, unknown] = await get(client, '/asset-components?servicetag=UNKN404');
    expect(unknown).toMatchObject({ invalid: true, components: [] });
  });

  it('reject other than one tag, other paths, other methods, and a wrong token', async () => {
    const client = await startClient();
    for (const query of ['?servicetags=ACTV123', '?servicetag=ACTV123,EXPR010', ''])
      for (const path of ['/asset-components', '/asset-entitlement-components'])
        expect((await get(client, `${path}${query}`))[0]).toBe(400);
    expect((await get(client, '/asset-warranty'))[0]).toBe(404);
    expect((await call(client, 'dell', `${DELL}/assets`, { body: {} })).status).toBe(405);
    const refused = await fetch(`${client.url}${DELL}/assets?servicetags=ACTV123`);
    expect([refused.status, await refused.json()]).toEqual(problem(401, 'Unauthorized', '/assets'));
  });
});

describe('content faults', () => {
  const five = ['ACTV123', 'EXPR010', 'EXPD006', 'LIFE027', 'ENDS005'];

  async function withFaults(faults: object, tags = five.join()) {
    const client = await startClient();
    await client.faults(faults);
    return rowsOf(client, tags);
  }

  it.each([
    ['by name', ['expr010', 'LIFE027'], ['ACTV123', 'EXPD006', 'ENDS005']],
    ['every second', { every: 2 }, ['ACTV123', 'EXPD006', 'ENDS005']],
    ['every fifth', { every: 5 }, ['ACTV123', 'EXPR010', 'EXPD006', 'LIFE027']],
  ])('missingTags: %s', async (_, missingTags, left) => {
    const rows = await withFaults({ missingTags });
    expect(rows.map((row) => row.serviceTag).sort()).toEqual(left.sort());
  });

  it('malformedTags and duplicateRows', async () => {
    const rows = await withFaults({ malformedTags: ['EXPR010'], duplicateRows: true });
    expect(rows.map((row) => row.serviceTag).sort()).toEqual([...five, ...five].sort());
    const wrong = { serviceTag: 'EXPR010', entitlements: 'unavailable' };
    expect(rows.filter((row) => !Array.isArray(row.entitlements))).toEqual([wrong, wrong]);
  });

  it('drift: dateFormat, missingField, renamedField and arrayBecomesObject', async () => {
    const [row] = await withFaults({ drift: 'dateFormat' }, 'USEND05');
    expect(row).toHaveProperty('entitlements.0.endDate', '01/01/2028 05:59:59 AM');
    const [afternoon] = await withFaults({ drift: 'dateFormat' }, 'JPEND09');
    expect(afternoon).toHaveProperty('entitlements.0.endDate', '03/31/2028 02:59:59 PM');
    const [missing] = await withFaults({ drift: 'missingField' }, 'ACTV123');
    expect(missing).toMatchObject({ serviceTag: 'ACTV123', invalid: false });
    expect(missing).not.toHaveProperty('entitlements');
    const [renamed] = await withFaults({ drift: 'renamedField' }, 'ACTV123');
    expect(renamed).not.toHaveProperty('entitlements.0.endDate');
    expect(renamed).toHaveProperty('entitlements.0.entitlementEndDate', '2026-08-15T05:59:59.000001Z');
    const wrapped = await withFaults({ drift: 'arrayBecomesObject' }, 'ACTV123');
    expect(wrapped).toMatchObject({ assets: [{ serviceTag: 'ACTV123' }] });
  });
});

describe('samples', () => {
  const firstOf = (tag: string) => deviceRow(tag, 'demo', NOW).entitlements?.[0] ?? {};

  it.each([
    ['USEND05', 'endDate', '2028-01-01T05:59:59Z'],
    ['FRSTART', 'startDate', '2024-10-18T23:00:00Z'],
    ['JPEND09', 'endDate', '2028-03-31T14:59:59Z'],
    ['AUEND10', 'endDate', '2028-06-30T13:59:59Z'],
    ['FRAC000', 'endDate', '2028-08-15T05:59:59Z'],
    ['FRAC002', 'endDate', '2028-08-15T05:59:59.14Z'],
    ['FRAC006', 'endDate', '2028-08-15T05:59:59.000001Z'],
    ['TYPEXPD', 'entitlementType', 'EXPIRED'],
    ['NUMSTR1', 'serviceLevelGroup', '5'],
  ] as const)('include %s with the %s %s', (tag, field, value) => {
    expect(firstOf(tag)[field]).toBe(value);
  });

  it('include null and absent fields', () => {
    const { serviceTag, entitlements, ...rest } = deviceRow('ALLNULL', 'demo', NOW);
    expect([serviceTag, Object.keys(rest).length, new Set(Object.values(rest))]).toEqual([
      'ALLNULL',
      13,
      new Set([null]),
    ]);
    const { endDate, ...others } = entitlements?.[0] ?? {};
    expect([endDate?.slice(0, 4), new Set(Object.values(others))]).toEqual(['2028', new Set([null])]);
    expect(Object.keys(deviceRow('FEWFLD1', 'demo', NOW))).toEqual(['serviceTag', 'entitlements']);
    expect(Object.keys(firstOf('FEWFLD1'))).toEqual(['startDate', 'endDate']);
    expect(deviceRow('UNKN405', 'demo', NOW)).not.toHaveProperty('entitlements');
  });
});

describe('generated devices', () => {
  const rows = many(8000).map((tag) => deviceRow(tag, 'open', NOW));
  const entitlements = rows.flatMap((row) => row.entitlements ?? []);

  it('include everything that is hard to read: lists of five, nulls, numbers as text, fractions of seconds', () => {
    expect(new Set(rows.map((row) => row.entitlements?.length))).toEqual(new Set([0, 1, 2, 3, 4, 5]));
    expect(entitlements.some((each) => each.startDate === null && each.endDate === null)).toBe(true);
    const fields = ['productFamily', 'localChannel', 'countryCode', 'shipDate', 'productId'] as const;
    for (const field of fields) expect(rows.some((row) => !row.invalid && row[field] === null)).toBe(true);
    const groups = entitlements.map((each) => typeof each.serviceLevelGroup);
    expect(new Set(groups)).toEqual(new Set(['number', 'string']));
    const digits = entitlements.map(({ endDate }) => /\.(\d+)Z$/.exec(endDate ?? '')?.[1]?.length ?? 0);
    expect(new Set(digits)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]));
    const codes = entitlements.map((each) => each.serviceLevelCode);
    expect(codes).toEqual(expect.arrayContaining(['D', 'DL', 'KK', 'AD', 'CC', 'PJ', 'PR']));
  });
});
