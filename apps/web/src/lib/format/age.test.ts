import { describe, expect, it } from 'vitest';
import { formatAge, formatAgo } from './age.ts';

const now = new Date('2026-08-01T12:00:00Z');

describe('formatAge', () => {
  it.each([
    ['2026-08-01T12:00:20Z', null],
    ['2026-08-01T11:59:01Z', null],
    ['2026-08-01T11:59:00Z', '1 minute'],
    ['2026-08-01T11:00:01Z', '59 minutes'],
    ['2026-08-01T11:00:00Z', '1 hour'],
    ['2026-07-31T12:00:00Z', '1 day'],
    ['2026-07-01T12:00:00Z', '31 days'],
    ['never', null],
  ])('for %s is %s', (instant, age) => expect(formatAge(instant, now)).toBe(age));
});

describe('formatAgo', () => {
  it.each([
    ['2026-08-01T11:59:30Z', 'just now'],
    ['2026-08-01T09:00:00Z', '3 hours ago'],
  ])('for %s is %s', (instant, ago) => expect(formatAgo(instant, now)).toBe(ago));
});
