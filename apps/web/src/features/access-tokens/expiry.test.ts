import { expect, it } from 'vitest';
import { localDay } from '../../lib/format/format-date.ts';
import { expiryInstant, timeLeft } from './expiry.ts';

const now = new Date('2026-11-14T12:00:00Z');

it.each([
  ['never', null],
  ['30', '2026-12-14T12:00:00.000Z'],
  ['90', '2027-02-12T12:00:00.000Z'],
  ['365', '2027-11-14T12:00:00.000Z'],
] as const)('the expiry for the choice %s is %s', (choice, instant) => {
  expect(expiryInstant(choice, '', now)).toBe(instant);
});

it.each(['2026-11-14', '2027-03-28', '2028-02-29'])('lasts until the end of %s in any time zone', (date) => {
  const instant = new Date(expiryInstant('date', date, now) ?? '');
  expect(localDay(instant)).toBe(date);
  expect(localDay(new Date(instant.getTime() + 1))).not.toBe(date);
});

it.each([
  ['2026-11-14T12:59:59Z', 'within an hour'],
  ['2026-11-14T13:00:00Z', 'in 1 hour'],
  ['2026-11-15T11:59:59Z', 'in 23 hours'],
  ['2026-11-15T12:00:00Z', 'in 1 day'],
  ['2026-11-28T11:00:00Z', 'in 13 days'],
])('the time left until %s is %s', (instant, left) => expect(timeLeft(instant, now)).toBe(left));
