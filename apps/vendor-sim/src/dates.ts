// Days since 1970-01-01 in UTC: all dates of a device are relative to today.

const DAY_MS = 86_400_000;

export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** The first millisecond of the day. */
export function msOf(day: number): number {
  return day * DAY_MS;
}

function yearOf(day: number): number {
  return new Date(msOf(day)).getUTCFullYear();
}

/** February 29 becomes March 1 in other years. */
export function addYears(day: number, years: number): number {
  const date = new Date(msOf(day));
  return dayOf(Date.UTC(date.getUTCFullYear() + years, date.getUTCMonth(), date.getUTCDate()));
}

/** As YYYY-MM-DD. */
export function dateText(day: number): string {
  return new Date(msOf(day)).toISOString().slice(0, 10);
}

const OFFSET = /^(?:(\d\d)-(\d\d))?((?:[+-]\d+[dy])*)$/;

/**
 * The day that a sample names: `+10d`, `-2y`, or both in turn (`-1y+30d`), counted from today or from a date of this year
 * (`12-31+1y`). `none` is no date.
 */
export function dayAt(today: number, text: string): number;
export function dayAt(today: number, text: string, none: 'none'): number | null;
export function dayAt(today: number, text: string, none?: 'none'): number | null {
  if (text === none) return null;
  const found = OFFSET.exec(text);
  if (!found) throw new Error(`${text} is not a day`);
  const [, month, dayOfMonth, steps = ''] = found;
  let day = month ? Date.UTC(yearOf(today), Number(month) - 1, Number(dayOfMonth)) / DAY_MS : today;
  for (const [, count, unit] of steps.matchAll(/([+-]\d+)([dy])/g))
    day = unit === 'y' ? addYears(day, Number(count)) : day + Number(count);
  return day;
}
