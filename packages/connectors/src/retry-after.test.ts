import { describe, expect, it } from 'vitest';
import { retryAfterSeconds } from './retry-after.ts';

const now = Date.parse('2026-11-15T12:00:00Z');

describe('retryAfterSeconds', () => {
  it.each([
    ['7', 7],
    [' 120 ', 120],
    ['0', 1],
    ['Sun, 15 Nov 2026 12:00:30 GMT', 30],
    ['Sun, 15 Nov 2026 11:00:00 GMT', 1],
    [undefined, 60],
    ['', 60],
    ['soon', 60],
    ['-5', 60],
    ['99999999', 86_400],
  ])('reads %j as %i seconds', (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds);
  });
});
