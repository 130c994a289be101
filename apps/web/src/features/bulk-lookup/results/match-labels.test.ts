import type { OutcomeCounts } from '@warranty/contracts/row-outcome';
import { describe, expect, it } from 'vitest';
import type { Fleet } from './charts/fleet.ts';
import { formatMatches, formatSearched, matchCount } from './match-labels.ts';

const counts: OutcomeCounts = {
  ...{ found: 500, 'not-known': 4, ambiguous: 1, failed: 2, skipped: 9 },
  ...{ 'not-processed': 8, pending: 7 },
};

const fleet: Fleet = {
  statuses: { active: 0, expiring: 360, expired: 8, unknown: 0 },
  noCoverage: 5,
  endsWithin: { 30: 360, 60: 370, 90: 380, 180: 390 },
  expiriesPerMonth: [
    { month: '2026-10', count: 8 },
    { month: '2026-11', count: 100 },
    { month: '2026-12', count: 260 },
  ],
};

describe('the match count of a filter', () => {
  it.each([
    ['expiring', 360],
    ['unknown', 0],
    ['no-coverage', 5],
    ['failed', 7],
    ['skipped', 9],
    ['pending', 7],
    [null, null],
  ] as const)('for %s is %s', (filter, count) =>
    expect(matchCount({ filter, ends: null }, counts, fleet)).toBe(count),
  );

  it.each([
    ['expired', 8],
    ['90', 380],
    ['2026-11-01..2026-11-30', 100],
    ['2026-11-01..2026-12-31', 360],
    ['2026-11-01..', 360],
    ['..2026-10-31', 8],
    ['2026-11-02..2026-11-30', null],
    ['2026-11-01..2026-11-29', null],
    ['2027-01-01..2027-01-31', 0],
  ])('for the end dates %s is %s', (ends, count) =>
    expect(matchCount({ filter: null, ends }, counts, fleet)).toBe(count),
  );

  it('is not known for an end date together with a status', () =>
    expect(matchCount({ filter: 'active', ends: '90' }, counts, fleet)).toBeNull());

  it('by status is unknown until the run has finished', () =>
    expect(matchCount({ filter: 'expiring', ends: null }, counts, null)).toBeNull());
});

describe('the match label', () => {
  const firstPage = { count: 100, isWhole: false, isPending: false, isSearching: false };
  it.each([
    [{ ...firstPage, isPending: true }, 360, 'Searching...'],
    [firstPage, 360, '360 rows found'],
    [{ ...firstPage, isWhole: true }, null, '100 rows found'],
    [firstPage, null, 'At least 100 rows found; scroll for more'],
    [{ ...firstPage, isWhole: true, isSearching: true }, null, 'Searching...'],
    [{ ...firstPage, count: 3, isSearching: true }, null, '3 rows found so far; searching...'],
  ])('for %j with a total of %s is %s', (rows, total, words) =>
    expect(formatMatches(rows, total)).toBe(words),
  );
});

describe('the search progress', () => {
  const state = { count: 0, isWhole: false, isPending: true, isSearching: true };
  it.each([
    [{ ...state, searched: 40_000 }, 'Searched 40,000 of 1,000,000 rows'],
    [{ ...state, searched: 0 }, null],
    [{ ...state, searched: 0, isWhole: true }, null],
  ])('for %j is %s', (rows, words) => expect(formatSearched(rows, 1_000_000)).toBe(words));
});
