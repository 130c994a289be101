import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPeriod } from './format-period.ts';

describe('a period', () => {
  it.each([
    ['2026-11-17', 1, '1 day'],
    ['2026-11-17', 59, '59 days'],
    ['2026-11-17', 60, '1 month'],
    ['2026-11-17', 61, '2 months'],
    ['2026-11-17', 364, '11 months'],
    ['2026-11-17', 365, '1 year'],
    ['2026-11-17', 498, '1 year 4 months'],
    ['2024-02-29', 730, '1 year 11 months'],
    ['2020-01-31', 1125, '3 years 1 month'],
  ])('from %s of %s days is %s', (from, days, text) => {
    expect(formatPeriod(from, days)).toBe(text);
  });

  it('never claims more time than there is', () => {
    const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 20_000 }), (from, days) => {
        const text = formatPeriod(from.toISOString().slice(0, 10), days);
        const part = (unit: string) => Number(new RegExp(`(\\d+) ${unit}`).exec(text)?.[1] ?? 0);
        const shortest = 365 * part('year') + 28 * part('month') + part('day');
        expect(shortest).toBeLessThanOrEqual(days);
        expect(shortest).toBeGreaterThan(0);
      }),
    );
  });
});
