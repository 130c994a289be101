import { describe, expect, it } from 'vitest';
import { monthsOf, yearOf } from './labels.ts';

describe('monthsOf', () => {
  it.each([
    ['2021-03-01', '2021-11-30', 'Mar to Nov 2021'],
    ['2020-11-15', '2021-02-01', 'Nov 2020 to Feb 2021'],
    ['2021-05-01', '2021-05-31', 'May 2021'],
  ])('formats %s to %s as %s', (from, to, words) => {
    expect(monthsOf({ from, to })).toBe(words);
  });
});

describe('yearOf', () => {
  it('is the year, or Unknown without a date', () => {
    expect(yearOf('2021-05-03')).toBe('2021');
    expect(yearOf(null)).toBe('Unknown');
  });
});
