// Days since 1970-01-01 in UTC: all dates of a device are relative to today.

const DAY_MS = 86_400_000;

export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

export function dayOfDate(year: number, month: number, dayOfMonth: number): number {
  return Date.UTC(year, month - 1, dayOfMonth) / DAY_MS;
}

/** The first millisecond of the day. */
export function msOf(day: number): number {
  return day * DAY_MS;
}

export function yearOf(day: number): number {
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
