import { describe, expect, it } from 'vitest';
import { NOW } from '../test/client.ts';
import { FLEETS } from '../test/fleets.ts';
import { dayAt, dayOf } from './dates.ts';

const DAY = 86_400_000;

/** Adjacent numbers give similar serials, which a weak hash would map to similar devices. */
const FOURS = Array.from({ length: 8000 }, (_, index) => (46_656 + index).toString(36).toUpperCase());
const MOMENTS = [
  '2026-08-14T00:00:00Z',
  '2026-08-14T23:59:58Z',
  '2028-02-29T12:00:00Z',
  '2031-12-31T06:00:00Z',
];

describe.each(Object.entries(FLEETS))('%s', (id, fleet) => {
  const { samples, own, reserved, endsOf } = fleet;
  const serials = FOURS.map(own);

  function lastEnd(serial: string, now: number): number {
    return Math.max(...(endsOf(serial, 'open', now) ?? []).flatMap((end) => (end ? Date.parse(end) : [])));
  }

  function statusOf(serial: string, now: number): string {
    if (!endsOf(serial, 'open', now)) return 'unknown';
    const last = lastEnd(serial, now);
    if (last === -Infinity) return 'no-cover';
    if (last < now) return 'expired';
    return last <= now + 30 * DAY ? 'expiring' : 'active';
  }

  it('has the documented mix in open mode, which stays the same as time passes', () => {
    const shares = { active: 0.45, expiring: 0.1, expired: 0.35, 'no-cover': 0.05, unknown: 0.05 };
    const statuses = serials.map((serial) => statusOf(serial, NOW));
    for (const [name, share] of Object.entries(shares)) {
      const measured = statuses.filter((status) => status === name).length / serials.length;
      expect(Math.abs(measured - share), name).toBeLessThan(0.02);
    }
    for (const days of [0.61, 45, 900.99]) {
      const later = NOW + days * DAY;
      expect(serials.filter((serial, index) => statusOf(serial, later) !== statuses[index])).toEqual([]);
    }
  });

  it('knows no malformed serial, and in demo mode only the samples and the whole reserved format', () => {
    for (const serial of fleet.malformed) expect(endsOf(serial, 'open', NOW), serial).toBeUndefined();
    expect(serials.filter((serial) => endsOf(serial, 'demo', NOW))).toEqual([]);
    const known = FOURS.slice(0, 1000).map(reserved);
    expect(known.filter((serial) => !endsOf(serial, 'demo', NOW))).toEqual([]);
    expect(endsOf(samples[0]?.tag ?? '', 'demo', NOW)).toBeDefined();
  });

  it('has samples with unique serials and cases', () => {
    expect(new Set(samples.map(({ tag }) => tag)).size).toBe(samples.length);
    expect(new Set(samples.map((sample) => sample.case)).size).toBe(samples.length);
    for (const { tag } of samples) {
      expect(tag).toMatch(fleet.form);
      expect(tag).not.toMatch(/^(?:SMP|Q2SM)/);
    }
  });

  it.each(MOMENTS)('has samples that match their names at %s', (moment) => {
    const now = Date.parse(moment);
    const daysLeft = (name: string) => {
      const sample = samples.find((each) => each.case.startsWith(name));
      return dayOf(lastEnd(sample?.tag ?? '', now)) - dayOf(now);
    };
    expect(daysLeft('active')).toBeGreaterThan(700);
    // Dell's end is the last second of a day: nine full days and the rest of today.
    expect(daysLeft('expiring')).toBe(id === 'dell' ? 9 : 10);
    expect([daysLeft('ends-today'), daysLeft('expired-yesterday')]).toEqual([0, -1]);
    expect(daysLeft('expired-long-ago')).toBeLessThan(-1400);
  });
});

describe('the days of samples', () => {
  const today = dayOf(Date.UTC(2028, 1, 29));

  it.each([
    ['+0d', '2028-02-29'],
    ['-10d', '2028-02-19'],
    ['-1y', '2027-03-01'],
    ['-1y+1y', '2028-03-01'],
    ['+10d-1y+1d', '2027-03-11'],
    ['12-31+1y', '2029-12-31'],
  ])('read %s as %s', (text, date) => {
    expect(dayAt(today, text)).toBe(dayOf(Date.parse(date)));
  });

  it('can be none, and are rejected if they are mistyped', () => {
    expect(dayAt(today, 'none', 'none')).toBeNull();
    for (const text of ['none', '1y', '+1m', '+1y '])
      expect(() => dayAt(today, text)).toThrow('is not a day');
  });
});
