import { describe, expect, it } from 'vitest';
import { formatThroughput, formatTimeLeft } from './throughput.ts';

describe('formatTimeLeft', () => {
  it.each([
    [0, 'a few seconds left'],
    [12, 'about 10 seconds left'],
    [33, 'about 35 seconds left'],
    [60, 'about 1 minute left'],
    [89, 'about 90 seconds left'],
    [110, 'about 2 minutes left'],
    [3600, 'about 60 minutes left'],
    [2 * 3600, 'about 2 hours left'],
    [50 * 3600, 'about 2 days left'],
  ])('for %i seconds is %s', (seconds, words) => expect(formatTimeLeft(seconds)).toBe(words));

  const units = { second: 1, minute: 60, hour: 3600, day: 24 * 3600 };

  it('differs from the estimate by a fifth at most', () => {
    for (let seconds = 10; seconds < 7 * units.day; seconds = Math.ceil(seconds * 1.01)) {
      const [, amount, unit] =
        /^about ([\d,]+) (second|minute|hour|day)s? left$/.exec(formatTimeLeft(seconds)) ?? [];
      const shown = Number(amount) * (units[unit as keyof typeof units] ?? Number.NaN);
      expect(Math.abs(shown - seconds) / seconds, `${seconds} s`).toBeLessThanOrEqual(0.2);
    }
  });
});

describe('formatThroughput', () => {
  it.each([
    [1234.4, '1,234 rows per second'],
    [2.25, '2.3 rows per second'],
    [0.5, '30 rows per minute'],
  ])('for %f is %s', (rows, words) => expect(formatThroughput(rows)).toBe(words));
});
