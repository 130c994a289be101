import { describe, expect, it } from 'vitest';
import { periodOf, yearOf } from './labels.ts';

describe('periodOf', () => {
  it.each([
    ['2020-11-15', '2021-02-01', '15 Nov 2020 to 1 Feb 2021'],
    ['2021-05-03', '2021-05-03', '3 May 2021'],
  ])('formats %s to %s as %s', (from, to, words) => {
    expect(periodOf({ from, to })).toBe(words);
  });
});

describe('yearOf', () => {
  it('is the year, or Unknown without a date', () => {
    expect(yearOf('2021-05-03')).toBe('2021');
    expect(yearOf(null)).toBe('Unknown');
  });
});
