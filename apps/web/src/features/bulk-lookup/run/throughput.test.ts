import { describe, expect, it } from 'vitest';
import { formatThroughput, formatTimeLeft } from './throughput.ts';

describe('formatTimeLeft', () => {
  it.each([
    [0, 'a few seconds left'],
    [12, 'about 20 seconds left'],
    [60, 'about 1 minute left'],
    [3600, 'about 60 minutes left'],
    [2 * 3600, 'about 2 hours left'],
    [50 * 3600, 'about 2 days left'],
  ])('for %i seconds is %s', (seconds, words) => expect(formatTimeLeft(seconds)).toBe(words));
});

describe('formatThroughput', () => {
  it.each([
    [1234.4, '1,234 rows per second'],
    [2.25, '2.3 rows per second'],
    [0.5, '30 rows per minute'],
  ])('for %f is %s', (rows, words) => expect(formatThroughput(rows)).toBe(words));
});
