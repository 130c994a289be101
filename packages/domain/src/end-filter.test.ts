import { endFilterForm, endWithinDays } from '@warranty/contracts/bulk-results';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endBounds, endFilterOf, endFilterOfMonth, endMatcher, endRangeOf } from './end-filter.ts';
import { endDateOf } from './warranty-dates.ts';

const noon = new Date('2026-11-18T12:00:00Z');
const endingOn = (endDate: string) => ({ endDate, endsAt: endDate });
const matching = (ends: string, dates: readonly string[]) =>
  dates.filter((date) => endMatcher(ends, noon)(endingOn(date)));

describe('a filter by end date', () => {
  it('takes those that ended before today', () =>
    expect(matching('expired', ['2016-01-31', '2026-11-17', '2026-11-18', '2026-11-19'])).toEqual([
      '2016-01-31',
      '2026-11-17',
    ]));

  it.each([
    ['30', '2026-12-17', '2026-12-18'],
    ['60', '2027-01-16', '2027-01-17'],
    ['90', '2027-02-15', '2027-02-16'],
    ['180', '2027-05-16', '2027-05-17'],
  ])('takes the next %s days, with today as the first', (ends, last, next) =>
    expect(matching(ends, ['2026-11-17', '2026-11-18', last, next])).toEqual(['2026-11-18', last]),
  );

  it.each([
    ['2026-11-01..2026-11-30', ['2026-11-01', '2026-11-30']],
    ['2026-11-30..', ['2026-11-30', '2026-12-01']],
    ['..2026-11-01', ['2026-10-31', '2026-11-01']],
  ])('takes the dates of %s, both included', (ends, expected) =>
    expect(matching(ends, ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'])).toEqual(expected),
  );

  it.each(['expired', '30', '2000-01-01..'])('%s takes no device without an end', (ends) =>
    expect(endMatcher(ends, noon)({ endDate: null, endsAt: null })).toBe(false),
  );
});

describe('the filter of a range', () => {
  it.each(['2026-11-01..2026-11-30', '2026-11-30..', '..2026-11-01'])('%s is read and written', (ends) => {
    expect(ends).toMatch(endFilterForm);
    expect(endFilterOf(endRangeOf(ends) ?? { from: null, to: null })).toBe(ends);
  });

  it.each(['', '..', '31', '2026-11..2026-12', '2026-11-01', '2026-11-01..x'])('cannot be "%s"', (ends) =>
    expect(ends).not.toMatch(endFilterForm),
  );

  it('is null without dates', () => expect(endFilterOf({ from: null, to: null })).toBeNull());

  it.each([
    ['2026-12', '2026-12-01..2026-12-31'],
    ['2028-02', '2028-02-01..2028-02-29'],
  ])('of %s is %s', (month, ends) => expect(endFilterOfMonth(month)).toBe(ends));
});

it('the bounds leave out nothing that matches', () => {
  const times = { min: new Date('2026-01-01T00:00:00Z'), max: new Date('2028-12-31T23:59:59Z') };
  const instants = fc.date({ ...times, noInvalidDate: true });
  fc.assert(
    fc.property(instants, instants, fc.constantFrom('expired', ...endWithinDays), (end, now, ends) => {
      const endsAt = end.toISOString();
      const endDate = endDateOf(endsAt) ?? '';
      const { from, to } = endBounds(ends, now);
      expect(!endMatcher(ends, now)({ endsAt, endDate }) || (endDate >= from && endDate <= to)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
