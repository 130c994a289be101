import { describe, expect, it } from 'vitest';
import { dayOf } from '../dates.ts';
import type { AssetRow, Entitlement } from './row.ts';
import { SAMPLES } from './samples.ts';

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 7, 14, 12);

function rowOf(name: string, now = NOON): AssetRow {
  const sample = SAMPLES.find((each) => each.case === name);
  if (!sample) throw new Error(`no sample for ${name}`);
  return sample.row(dayOf(now), '');
}

function listOf(name: string, now = NOON): Entitlement[] {
  return rowOf(name, now).entitlements ?? [];
}

/** Days from the given moment to an end. */
function daysLeft(date: string | null | undefined, now = NOON): number {
  return (Date.parse(date ?? '') - now) / DAY;
}

const MOMENTS = [
  '2026-08-14T00:00:00Z',
  '2026-08-14T23:59:58Z',
  '2028-02-29T12:00:00Z',
  '2031-12-31T06:00:00Z',
];

describe('the list of samples', () => {
  it('has unique tags of seven characters outside the reserved format', () => {
    const tags = SAMPLES.map(({ tag }) => tag);
    expect(new Set(tags).size).toBe(tags.length);
    expect(new Set(SAMPLES.map((sample) => sample.case)).size).toBe(tags.length);
    for (const tag of tags) expect(tag).toMatch(/^(?!SMP)[0-9A-Z]{7}$/);
    for (const { tag, row } of SAMPLES) expect(row(20_000, '').serviceTag).toBe(tag);
  });

  it('offers eight tags', () => {
    expect(SAMPLES.filter(({ offered }) => offered).map(({ tag }) => tag)).toEqual([
      'ACTV123',
      'EXPR010',
      'EXPD006',
      'NOCOVER',
      'UNKN404',
      'DIGI001',
      'LIFE027',
      'ENDS005',
    ]);
  });
});

describe.each(MOMENTS)('the status samples at %s', (moment) => {
  const now = Date.parse(moment);
  const lastEnd = (name: string) =>
    Math.max(...listOf(name, now).map(({ endDate }) => daysLeft(endDate, now)));

  it('match their names', () => {
    expect(lastEnd('active')).toBeGreaterThan(700);
    expect(Math.ceil(lastEnd('expiring-in-10-days'))).toBe(10);
    expect(lastEnd('ends-today')).toBeGreaterThan(0);
    expect(lastEnd('ends-today')).toBeLessThan(1);
    expect(lastEnd('expired-yesterday')).toBeLessThan(0);
    expect(lastEnd('expired-yesterday')).toBeGreaterThan(-1.1);
    expect(lastEnd('expired-long-ago')).toBeLessThan(-2000);
    expect(Date.parse(listOf('future-start', now)[0]?.startDate ?? '')).toBeGreaterThan(now);
    for (const name of ['us-midnight-end', 'french-start', 'japan-end', 'australia-end'])
      expect(lastEnd(name)).toBeGreaterThan(31);
  });
});

describe('the service samples', () => {
  it('include digital delivery that outlives expired hardware', () => {
    const [hardware, ...digital] = listOf('digital-outlives-hardware');
    expect(daysLeft(hardware?.endDate)).toBeLessThan(0);
    expect(digital.map((each) => each.serviceLevelCode)).toEqual(['D', 'DL']);
    for (const each of digital) expect(daysLeft(each.endDate)).toBeGreaterThan(1000);
  });

  it('include drive and accident services that outlive expired hardware', () => {
    const [hardware, ...services] = listOf('services-outlive-hardware');
    expect(daysLeft(hardware?.endDate)).toBeLessThan(0);
    expect(services.map((each) => each.serviceLevelDescription)).toEqual([
      expect.stringContaining('Keep Your Hard Drive'),
      expect.stringContaining('Accidental Damage'),
      expect.stringContaining('Complete Care'),
    ]);
    for (const each of services) expect(daysLeft(each.endDate)).toBeGreaterThan(300);
  });

  it('include a device with only services that are not hardware', () => {
    expect(listOf('only-non-hardware').map((each) => each.serviceLevelCode)).toEqual([
      'D',
      'KK',
      'CC',
      'PJ',
      'PR',
    ]);
  });

  it('include a lifetime of 27 years', () => {
    const { shipDate, entitlements, productLobDescription } = rowOf('lifetime');
    expect(Number(entitlements?.[0]?.endDate?.slice(0, 4)) - Number(shipDate?.slice(0, 4))).toBe(27);
    expect(productLobDescription).toBe('Dell Networking');
  });

  it('include the same coverage as INITIAL and EXTENDED', () => {
    const [first, second] = listOf('initial-and-extended-same-dates');
    expect([first?.entitlementType, second?.entitlementType]).toEqual(['INITIAL', 'EXTENDED']);
    expect(second).toMatchObject({ startDate: first?.startDate, endDate: first?.endDate });
    expect(second?.serviceLevelDescription).toBe(first?.serviceLevelDescription);
    expect(second?.itemNumber).not.toBe(first?.itemNumber);
  });

  it('include five services with five ends', () => {
    expect(new Set(listOf('five-end-dates').map(({ endDate }) => endDate)).size).toBe(5);
  });
});

describe('the date samples', () => {
  it.each([
    ['us-midnight-end', 'endDate', '2028-01-01T05:59:59Z'],
    ['french-start', 'startDate', '2024-10-18T23:00:00Z'],
    ['japan-end', 'endDate', '2028-03-31T14:59:59Z'],
    ['japan-end', 'startDate', '2024-03-31T15:00:00Z'],
    ['australia-end', 'endDate', '2028-06-30T13:59:59Z'],
    ['fraction-0', 'endDate', '2028-08-15T05:59:59Z'],
    ['fraction-2', 'endDate', '2028-08-15T05:59:59.14Z'],
    ['fraction-6', 'endDate', '2028-08-15T05:59:59.000001Z'],
  ] as const)('include %s with the %s %s', (name, field, date) => {
    expect(listOf(name)[0]?.[field]).toBe(date);
  });

  it('include a device with all dates null', () => {
    const list = listOf('all-dates-null');
    expect(list).toHaveLength(2);
    for (const each of list) expect(each).toMatchObject({ startDate: null, endDate: null });
  });

  it('include a device with some dates null', () => {
    const forms = listOf('some-dates-null').map((each) => [each.startDate !== null, each.endDate !== null]);
    expect(forms).toEqual([
      [false, false],
      [true, true],
      [false, true],
      [true, false],
    ]);
  });
});

describe('the field samples', () => {
  it('include a device with every optional field null', () => {
    const { serviceTag, entitlements, ...rest } = rowOf('all-optional-null');
    expect(serviceTag).toBe('ALLNULL');
    expect(Object.keys(rest)).toHaveLength(13);
    expect(new Set(Object.values(rest))).toEqual(new Set([null]));
    const { endDate, ...others } = entitlements?.[0] ?? {};
    expect(endDate).toMatch(/Z$/);
    expect(Object.keys(others)).toHaveLength(6);
    expect(new Set(Object.values(others))).toEqual(new Set([null]));
  });

  it('include a device without the optional fields', () => {
    const row = rowOf('optional-fields-absent');
    expect(Object.keys(row)).toEqual(['serviceTag', 'entitlements']);
    expect(Object.keys(row.entitlements?.[0] ?? {})).toEqual(['startDate', 'endDate']);
  });

  it('include devices without entitlements, in three ways', () => {
    expect(rowOf('empty-entitlements')).toMatchObject({ invalid: false, entitlements: [] });
    expect(rowOf('unknown')).toMatchObject({ invalid: true, entitlements: [], productCode: null });
    expect(rowOf('unknown-without-list').invalid).toBe(true);
    expect(rowOf('unknown-without-list')).not.toHaveProperty('entitlements');
  });

  it('include a duplicated tag, numbers as text, a long text and the type EXPIRED', () => {
    expect(rowOf('duplicated').duplicated).toBe(true);
    const { id, orderBuid, entitlements } = rowOf('numbers-as-strings');
    expect([id, orderBuid, entitlements?.[0]?.serviceLevelGroup]).toEqual([
      expect.stringMatching(/^\d+$/),
      '11',
      '5',
    ]);
    const text = listOf('long-service-level')[0]?.serviceLevelDescription ?? '';
    expect(text.length).toBeGreaterThan(300);
    expect(text).toContain(' / ');
    expect(listOf('type-expired')[0]?.entitlementType).toBe('EXPIRED');
  });
});
