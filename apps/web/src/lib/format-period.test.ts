import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPeriod } from './format-period.ts';

describe('a period', () => {
  it.each([
    ['2026-11-17', '2026-11-18', '1 day'],
    ['2026-11-17', '2027-01-15', '59 days'],
    ['2026-11-17', '2027-01-16', '1 month'],
    ['2026-11-17', '2027-01-17', '2 months'],
    ['2026-11-17', '2027-11-16', '11 months'],
    ['2026-11-17', '2027-11-17', '1 year'],
    ['2026-11-17', '2028-03-29', '1 year 4 months'],
    ['2024-02-29', '2026-02-28', '1 year 11 months'],
    ['2020-01-31', '2023-03-01', '3 years 1 month'],
  ])('from %s to %s is %s', (from, to, text) => {
    expect(formatPeriod(from, to)).toBe(text);
  });

  it('never claims more time than there is', () => {
    const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 20_000 }), (from, days) => {
        const to = new Date(from.getTime() + days * 86_400_000);
        const text = formatPeriod(from.toISOString().slice(0, 10), to.toISOString().slice(0, 10));
        const part = (unit: string) => Number(new RegExp(`(\\d+) ${unit}`).exec(text)?.[1] ?? 0);
        const shortest = 365 * part('year') + 28 * part('month') + part('day');
        expect(shortest).toBeLessThanOrEqual(days);
        expect(shortest).toBeGreaterThan(0);
      }),
    );
  });
});
