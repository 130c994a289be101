import { coverageAt } from './warranty-dates.ts';

/** Dates as yyyy-mm-dd, both included. */
export interface EndRange {
  from: string | null;
  to: string | null;
}

const rangeMark = '..';

/** The range that a filter such as `2026-11-01..2026-11-30` names; null for one that counts days. */
export function endRangeOf(ends: string): EndRange | null {
  const [from, to] = ends.split(rangeMark);
  return to === undefined ? null : { from: from || null, to: to || null };
}

/** The filter of a range; null if it has neither side. */
export function endFilterOf({ from, to }: EndRange): string | null {
  return from || to ? `${from ?? ''}${rangeMark}${to ?? ''}` : null;
}

/** The filter of a month, yyyy-mm. */
export function endFilterOfMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  return `${month}-01${rangeMark}${last}`;
}

interface Ending {
  endsAt: string | null;
  endDate: string | null;
}

const isBetween = (date: string, { from, to }: EndRange): boolean =>
  (from === null || date >= from) && (to === null || date <= to);

/** Dates as yyyy-mm-dd, both included. */
export interface EndBounds {
  from: string;
  to: string;
}

const dayLength = 86_400_000;

/**
 * Dates outside of which nothing matches, for a database that cannot call `endMatcher`. A day wider than the days it counts,
 * so that what the day of an end is stays decided there.
 */
export function endBounds(ends: string, now: Date): EndBounds {
  const { from, to } = endRangeOf(ends) ?? daysAround(ends, now);
  return { from: from ?? '', to: to ?? '9999-12-31' };
}

function daysAround(ends: string, now: Date): EndRange {
  const dayAfter = (days: number) => new Date(now.getTime() + days * dayLength).toISOString().slice(0, 10);
  if (ends === 'expired') return { from: null, to: dayAfter(1) };
  return { from: dayAfter(-1), to: dayAfter(Number(ends) + 1) };
}

/** Returns a function that tells whether coverage ends when the filter says. */
export function endMatcher(ends: string, now: Date): (device: Ending) => boolean {
  const range = endRangeOf(ends);
  if (range) return ({ endDate }) => endDate !== null && isBetween(endDate, range);
  if (ends === 'expired') return ({ endsAt }) => coverageAt(endsAt, now).status === 'expired';
  const most = Number(ends);
  return ({ endsAt }) => {
    const { daysRemaining } = coverageAt(endsAt, now);
    return daysRemaining !== null && daysRemaining <= most;
  };
}
