import type { OutcomeCounts } from '@warranty/contracts/row-outcome';
import { describe, expect, it } from 'vitest';
import { expiriesFrom, noCoverageShare, sharesOf } from './fleet.ts';

const counts: OutcomeCounts = {
  ...{ found: 100, 'not-known': 0, ambiguous: 0, failed: 0 },
  ...{ skipped: 0, 'not-processed': 0, pending: 0 },
};

describe('sharesOf', () => {
  it('places every status after the previous ones', () =>
    expect(sharesOf({ active: 50, expired: 25, unknown: 25 }, counts)).toEqual([
      { status: 'active', count: 50, from: 0, width: 50 },
      { status: 'expiring', count: 0, from: 50, width: 0 },
      { status: 'expired', count: 25, from: 50, width: 25 },
      { status: 'unknown', count: 25, from: 75, width: 25 },
    ]));

  it('is of all rows: those without a result follow', () => {
    const all = { ...counts, 'not-known': 30, ambiguous: 10, failed: 10, skipped: 20, 'not-processed': 30 };
    expect(sharesOf({ active: 60, expired: 40 }, all)).toEqual([
      { status: 'active', count: 60, from: 0, width: 30 },
      { status: 'expiring', count: 0, from: 30, width: 0 },
      { status: 'expired', count: 40, from: 30, width: 20 },
      { status: 'unknown', count: 0, from: 50, width: 0 },
      { status: 'failed', count: 50, from: 50, width: 25 },
      { status: 'not-processed', count: 30, from: 75, width: 15 },
      { status: 'skipped', count: 20, from: 90, width: 10 },
    ]);
  });

  it('returns zero widths without rows', () =>
    expect(sharesOf({}, { ...counts, found: 0 }).every(({ from, width }) => from === 0 && width === 0)).toBe(
      true,
    ));
});

describe('noCoverageShare', () => {
  it('is a part of the unknown ones', () => {
    const shares = sharesOf({ active: 50, expired: 30, unknown: 20 }, counts);
    expect(noCoverageShare(shares, 15)).toEqual({ count: 15, from: 80, width: 15 });
    expect(noCoverageShare(sharesOf({}, counts), 0)).toEqual({ count: 0, from: 0, width: 0 });
  });
});

describe('expiriesFrom', () => {
  const expiries = expiriesFrom(
    [
      { month: '2026-10', count: 7 },
      { month: '2026-11', count: 2 },
      { month: '2028-10', count: 8 },
      { month: '2028-11', count: 5 },
    ],
    new Date('2026-11-30T23:59:00Z'),
  );

  it('shows this month and the 23 after it', () => {
    expect(expiries.months).toHaveLength(24);
    expect(expiries.months[0]).toEqual({
      ...{ month: '2026-11', label: 'Nov 2026', count: 2, height: 25 },
      ends: '2026-11-01..2026-11-30',
    });
    expect(expiries.months[23]).toMatchObject({ month: '2028-10', label: 'Oct 2028', count: 8, height: 100 });
  });

  it('sums earlier and later months', () =>
    expect(expiries).toMatchObject({
      before: { label: 'Before Nov 2026', count: 7, ends: '..2026-10-31' },
      after: { label: 'After Oct 2028', count: 5, ends: '2028-11-01..' },
      highest: 8,
    }));
});
