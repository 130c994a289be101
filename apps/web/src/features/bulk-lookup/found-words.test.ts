import type { OutcomeCounts } from '@warranty/contracts/row-outcome';
import { describe, expect, it } from 'vitest';
import { foundWords, matchCount } from './found-words.ts';

const counts: OutcomeCounts = {
  ...{ found: 500, 'not-known': 4, ambiguous: 1, failed: 2, skipped: 9 },
  ...{ 'not-processed': 8, pending: 7 },
};

describe('rows that a filter leaves', () => {
  it.each([
    ['expiring', 360],
    ['unknown', 0],
    ['failed', 7],
    ['skipped', 9],
    ['pending', 7],
    [null, null],
  ] as const)('%s: %s', (filter, count) => expect(matchCount(filter, counts, { expiring: 360 })).toBe(count));

  it('by status are not known before the run is over', () =>
    expect(matchCount('expiring', counts, null)).toBeNull());
});

describe('what is said of them', () => {
  const firstPage = { count: 100, isWhole: false, isPending: false };
  it.each([
    [{ ...firstPage, isPending: true }, 360, 'Searching...'],
    [firstPage, 360, '360 rows found'],
    [{ ...firstPage, isWhole: true }, null, '100 rows found'],
    [firstPage, null, 'At least 100 rows found; scroll for more'],
  ])('%j of %s: %s', (rows, total, words) => expect(foundWords(rows, total)).toBe(words));
});
