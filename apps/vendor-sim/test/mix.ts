// Properties that the devices of every vendor have, whatever their reply format.
import { expect } from 'vitest';
import type { Sample } from '../src/catalog.ts';
import { dayOf } from '../src/dates.ts';
import { NOW } from './client.ts';

const DAY = 86_400_000;

export const MOMENTS = ['2026-08-14T00:00:00Z', '2026-08-14T23:59:58Z', '2028-02-29T12:00:00Z'];

/**
 * Four characters, unique for each number: adjacent numbers give similar texts, which a weak hash would map to similar
 * devices.
 */
export function fourOf(number: number): string {
  return (46_656 + number).toString(36).toUpperCase();
}

/** 'unknown', or the status at `now` by the latest of these ends; no end means no coverage. */
export function statusBy(ends: (string | null | undefined)[] | undefined, now: number): string {
  if (!ends) return 'unknown';
  const last = Math.max(...ends.flatMap((end) => (end ? Date.parse(end) : [])));
  if (last === -Infinity) return 'no-cover';
  if (last < now) return 'expired';
  return last <= now + 30 * DAY ? 'expiring' : 'active';
}

/** Checks the documented mix, which stays the same as time passes. */
export function expectMix(serials: string[], statusOf: (serial: string, now: number) => string): void {
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
}

export function sampleRow<Row>(samples: readonly Sample<Row>[], name: string, hint = '', now = NOW): Row {
  const sample = samples.find((each) => each.case === name);
  if (!sample) throw new Error(`no sample for ${name}`);
  return sample.row(dayOf(now), hint);
}

/** Days from today to a date in any format. */
export function daysTo(date: unknown, now = NOW): number {
  return dayOf(Date.parse(String(date))) - dayOf(now);
}

/** Checks that each serial and each case is unique and that no serial has the reserved format. */
export function expectListed(samples: readonly Sample<unknown>[], form: RegExp, reserved: RegExp): void {
  const tags = samples.map(({ tag }) => tag);
  expect(new Set(tags).size).toBe(tags.length);
  expect(new Set(samples.map((sample) => sample.case)).size).toBe(tags.length);
  for (const tag of tags) expect(tag).toMatch(form);
  for (const tag of tags) expect(tag).not.toMatch(reserved);
}
