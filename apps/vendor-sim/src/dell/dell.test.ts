import { describe, expect, it } from 'vitest';
import { NOW, startClient } from '../../test/client.ts';
import { DELL, read } from '../../test/vendors.ts';
import { deviceRow } from './devices.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => `T${100_000 + index}`);

it('accepts 100 tags but not 101', async () => {
  const client = await startClient();
  const get = (count: number) =>
    read(client, 'dell', `${DELL}/asset-entitlements?servicetags=${many(count)}`);
  expect(await get(100)).toEqual([200, expect.objectContaining({ length: 100 })]);
  expect((await get(101))[0]).toBe(400);
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
