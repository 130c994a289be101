import { describe, expect, it } from 'vitest';
import { dayOf } from '../dates.ts';
import { deviceRow } from './devices.ts';
import { generatedRow } from './generated.ts';
import type { AssetRow, Entitlement } from './row.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 7, 14, 9, 30);
const COUNT = 20_000;

/** Adjacent tags, which a weak hash would map to similar devices. */
const tags = Array.from({ length: COUNT }, (_, index) =>
  (1_000_000_000 + index).toString(36).toUpperCase().padStart(7, '0').slice(-7),
);
const rows = tags.map((tag) => deviceRow(tag, 'open', NOW));
const entitlements = rows.flatMap((row) => row.entitlements ?? []);

/** The rule for hardware, repeated here independently of the code that generates the rows. */
function isHardware({ serviceLevelCode, serviceLevelDescription }: Entitlement): boolean {
  if (['D', 'DL', 'PJ', 'PR', 'KK', 'AD', 'CC'].includes(serviceLevelCode ?? '')) return false;
  return !/digital delivery|hard drive|accidental|complete care/i.test(serviceLevelDescription ?? '');
}

function statusOf(row: AssetRow, now: number): string {
  if (row.invalid) return 'unknown';
  const ends = (row.entitlements ?? []).filter(isHardware).flatMap(({ endDate }) => endDate ?? []);
  if (ends.length === 0) return 'no-cover';
  const left = Math.max(...ends.map((end) => Date.parse(end))) - now;
  if (left < 0) return 'expired';
  return left <= 30 * DAY ? 'expiring' : 'active';
}

describe('open mode', () => {
  it('has the documented mix', () => {
    const share = (status: string) => rows.filter((row) => statusOf(row, NOW) === status).length / COUNT;
    expect(Math.abs(share('active') - 0.45)).toBeLessThan(0.015);
    expect(Math.abs(share('expiring') - 0.1)).toBeLessThan(0.01);
    expect(Math.abs(share('expired') - 0.35)).toBeLessThan(0.015);
    expect(Math.abs(share('no-cover') - 0.05)).toBeLessThan(0.01);
    expect(Math.abs(share('unknown') - 0.05)).toBeLessThan(0.01);
  });

  it('keeps every status as time passes, at any hour', () => {
    for (const later of [0.61, 1.7, 45, 900.99]) {
      const now = NOW + later * DAY;
      const changed = tags
        .slice(0, 5000)
        .filter(
          (tag, index) =>
            statusOf(deviceRow(tag, 'open', now), now) !== statusOf(rows[index] as AssetRow, NOW),
        );
      expect(changed).toEqual([]);
    }
  });

  it('returns the same device for the same tag and day', () => {
    expect(tags.slice(0, 500).map((tag) => deviceRow(tag, 'open', NOW + 1000))).toEqual(rows.slice(0, 500));
    expect(new Set(rows.map((row) => JSON.stringify({ ...row, serviceTag: '' }))).size).toBeGreaterThan(
      18_000,
    );
  });

  it('only knows tags of five and seven characters', () => {
    const known = (length: number) =>
      tags.slice(0, 200).some((tag) => !deviceRow(tag.padEnd(9, 'X').slice(-length), 'open', NOW).invalid);
    expect([4, 5, 6, 7, 8].map(known)).toEqual([false, true, false, true, false]);
    expect(deviceRow('AB-1234', 'open', NOW).invalid).toBe(true);
  });
});

describe('generated devices', () => {
  const covered = rows.filter((row) => row.entitlements?.length);

  it('include one to five entitlements', () => {
    expect(new Set(covered.map((row) => row.entitlements?.length))).toEqual(new Set([1, 2, 3, 4, 5]));
  });

  it('include INITIAL and EXTENDED of the same service with the same dates', () => {
    const twins = covered.filter(({ entitlements: list = [] }) =>
      list.some((a) =>
        list.some(
          (b) =>
            a.entitlementType === 'INITIAL' &&
            b.entitlementType === 'EXTENDED' &&
            a.serviceLevelCode === b.serviceLevelCode &&
            a.endDate === b.endDate &&
            a.startDate === b.startDate,
        ),
      ),
    );
    expect(twins.length).toBeGreaterThan(COUNT / 10);
  });

  it('include digital delivery that outlives expired hardware, as D and as DL', () => {
    for (const code of ['D', 'DL']) {
      const outlived = covered.filter(
        (row) =>
          statusOf(row, NOW) === 'expired' &&
          row.entitlements?.some((e) => e.serviceLevelCode === code && Date.parse(e.endDate ?? '') > NOW),
      );
      expect(outlived.length).toBeGreaterThan(COUNT / 100);
    }
  });

  it.each([
    'Keep Your Hard Drive',
    'Accidental Damage Service',
    'Complete Care / Accidental Damage Protection',
  ])('include the service %s', (text) => {
    expect(entitlements.some((each) => each.serviceLevelDescription === text)).toBe(true);
  });

  it('include null dates and null texts', () => {
    expect(entitlements.some((each) => each.startDate === null && each.endDate === null)).toBe(true);
    expect(entitlements.some((each) => each.serviceLevelDescription === null)).toBe(true);
  });

  it('include ends with 0 to 6 digits after the seconds', () => {
    const digits = entitlements.map(
      ({ endDate }) => /:59(?:\.(\d+))?Z$/.exec(endDate ?? '')?.[1]?.length ?? 0,
    );
    expect(new Set(digits)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]));
  });

  it.each([
    ['US', '06:00:00', '05:59:59'],
    ['GB', '00:00:00', '23:59:59'],
    ['FR', '23:00:00', '22:59:59'],
    ['JP', '15:00:00', '14:59:59'],
    ['AU', '14:00:00', '13:59:59'],
  ])('include local days in %s that start at %s and end at %s in UTC', (country, start, end) => {
    const there = covered
      .filter((row) => row.countryCode === country)
      .flatMap((row) => row.entitlements ?? []);
    const hours = (field: 'startDate' | 'endDate') =>
      new Set(there.flatMap((each) => each[field]?.slice(11, 19) ?? []));
    expect(hours('startDate')).toEqual(new Set([start]));
    expect(hours('endDate')).toEqual(new Set([end]));
  });

  it.each([
    'productFamily',
    'systemDescription',
    'productId',
    'localChannel',
    'productCode',
    'countryCode',
    'shipDate',
    'productLineDescription',
  ] as const)('include an occasional null in %s', (field) => {
    const nulls = rows.filter((row) => !row.invalid && row[field] === null).length;
    expect(nulls).toBeGreaterThan(100);
    expect(nulls).toBeLessThan(COUNT * 0.7);
  });

  it('include numbers as numbers and as text', () => {
    const known = rows.filter((row) => !row.invalid);
    const kinds = (values: unknown[]) => new Set(values.map((value) => typeof value));
    expect(kinds(known.map((row) => row.orderBuid))).toEqual(new Set(['number', 'string']));
    expect(kinds(known.map((row) => row.id))).toEqual(new Set(['number', 'string']));
    expect(kinds(entitlements.map((each) => each.serviceLevelGroup))).toEqual(new Set(['number', 'string']));
  });
});

describe('demo mode', () => {
  const reserved = Array.from(
    { length: 2000 },
    (_, index) => `SMP${(46_656 + index).toString(36).toUpperCase()}`,
  );

  it('knows the listed samples and the whole reserved format', () => {
    expect(deviceRow('ACTV123', 'demo', NOW).invalid).toBe(false);
    for (const tag of reserved) expect(deviceRow(tag, 'demo', NOW)).toEqual(generatedRow(tag, dayOf(NOW)));
    expect(reserved.filter((tag) => deviceRow(tag, 'demo', NOW).invalid)).toEqual([]);
  });

  it('knows no other tags', () => {
    expect(tags.filter((tag) => !deviceRow(tag, 'demo', NOW).invalid)).toEqual([]);
    for (const tag of ['SMP12', 'SMP12345', 'XSMP123'])
      expect(deviceRow(tag, 'demo', NOW).invalid).toBe(true);
  });
});
