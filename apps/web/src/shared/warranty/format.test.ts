import { describe, expect, it } from 'vitest';
import { formatDate } from '../../lib/format/format-date.ts';
import { formatRange } from './format.ts';

describe('formatDate', () => {
  it.each([
    ['2026-11-14', '14 Nov 2026'],
    ['2024-02-29', '29 Feb 2024'],
    ['2025-01-01', '1 Jan 2025'],
    ['soon', 'soon'],
    ['2025-13-01', '2025-13-01'],
  ])('formats %s as %s', (date, shown) => expect(formatDate(date)).toBe(shown));
});

describe('formatRange', () => {
  it.each([
    ['2024-03-01', '2027-02-28', '1 Mar 2024 to 28 Feb 2027'],
    ['2024-03-01', null, 'from 1 Mar 2024, no end date'],
    [null, '2027-02-28', 'until 28 Feb 2027, no start date'],
    [null, null, 'no dates'],
  ])('formats %s and %s as %s', (start, end, shown) => expect(formatRange(start, end)).toBe(shown));
});
