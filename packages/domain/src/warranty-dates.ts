import type { WarrantyStatus } from '@warranty/contracts/warranty';

const hour = 3_600_000;
const day = 24 * hour;
const expiringDays = 30;

const stampForm =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d*))?)?(?:(Z)|([+-])(\d\d):?(\d\d))?)?$/i;

interface Moment {
  at: number;
  hasTime: boolean;
}

const zero = 48;
const zed = 90;

/** Two digits at an index; NaN if there are none. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - zero;
  const ones = text.charCodeAt(at + 1) - zero;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** The first three digits after the point: vendors' microseconds are noise. NaN if it is not a fraction. */
function millisecondsIn(stamp: string, from: number, to: number): number {
  if (from === to) return 0;
  if (stamp[from] !== '.') return Number.NaN;
  let milliseconds = 0;
  for (let index = from + 1; index < Math.max(to, from + 4); index += 1) {
    const digit = index < to ? stamp.charCodeAt(index) - zero : 0;
    if (digit < 0 || digit > 9) return Number.NaN;
    if (index < from + 4) milliseconds = milliseconds * 10 + digit;
  }
  return milliseconds;
}

/**
 * Fast path for yyyy-mm-ddThh:mm:ssZ with an optional fraction, the format of nearly every timestamp: a run reads millions
 * of them, and the regular expression takes ten times as long. Undefined for all other formats, and for days after the
 * 28th.
 */
function readPlainStamp(stamp: string): Moment | undefined {
  const end = stamp.length - 1;
  if (end < 19 || stamp.charCodeAt(end) !== zed || stamp.charCodeAt(10) !== 84) return undefined;
  if (stamp[4] !== '-' || stamp[7] !== '-' || stamp[13] !== ':' || stamp[16] !== ':') return undefined;
  const year = twoDigits(stamp, 0) * 100 + twoDigits(stamp, 2);
  const [month, date] = [twoDigits(stamp, 5), twoDigits(stamp, 8)];
  const [hours, minutes, seconds] = [twoDigits(stamp, 11), twoDigits(stamp, 14), twoDigits(stamp, 17)];
  const milliseconds = millisecondsIn(stamp, 19, end);
  const isPlain = year >= 1970 && year <= 2100 && month >= 1 && month <= 12 && date >= 1 && date <= 28;
  if (!isPlain || !(hours <= 23 && minutes <= 59 && seconds <= 59 && milliseconds >= 0)) return undefined;
  return { at: Date.UTC(year, month - 1, date, hours, minutes, seconds, milliseconds), hasTime: true };
}

function readStamp(stamp: string | null): Moment | null {
  return stamp === null ? null : (readPlainStamp(stamp) ?? readAnyStamp(stamp));
}

/** Validates the calendar date, because `Date` turns 30 February into 2 March instead of rejecting it. */
function readAnyStamp(stamp: string): Moment | null {
  const parts = stampForm.exec(stamp.trim());
  if (parts === null) return null;
  const [year, month, date, hours, minutes, seconds] = parts.slice(1, 7).map((part) => Number(part ?? 0));
  if (!year || !month || !date || hours === undefined || minutes === undefined || seconds === undefined) {
    return null;
  }
  if (year < 1970 || year > 2100) return null;
  const midnight = new Date(Date.UTC(year, month - 1, date));
  if (midnight.getUTCMonth() !== month - 1) return null;
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  const offset = (Number(parts[10] ?? 0) * 60 + Number(parts[11] ?? 0)) * (parts[9] === '-' ? -1 : 1);
  if (Math.abs(offset) > 14 * 60 || Number(parts[11] ?? 0) > 59) return null;
  // Truncated, so that timestamps within the same millisecond are equal.
  const milliseconds = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3));
  const at = Date.UTC(year, month - 1, date, hours, minutes - offset, seconds, milliseconds);
  return { at, hasTime: parts[4] !== undefined };
}

/** Cached by days since 1970: there are few distinct days, and each occurs thousands of times in a run. */
const writtenDays = new Map<number, string>();

function utcDate(at: number): string {
  const days = Math.floor(at / day);
  const known = writtenDays.get(days);
  if (known !== undefined) return known;
  const written = new Date(days * day).toISOString().slice(0, 10);
  writtenDays.set(days, written);
  return written;
}

/** Milliseconds since 1970. A timestamp without a zone is in UTC; one without a time is the start of its day in UTC. */
export function instantOf(stamp: string | null): number | null {
  return readStamp(stamp)?.at ?? null;
}

/** Like `instantOf`, but an end without a time lasts until the last millisecond of its day in UTC. */
export function endInstantOf(stamp: string | null): number | null {
  const moment = readStamp(stamp);
  if (moment === null) return null;
  return moment.hasTime ? moment.at : moment.at + day - 1;
}

/**
 * Vendors send local midnight as an instant, so the UTC date would be a day early east of Greenwich. Adding 12 hours gives
 * the right date for coverage sold from UTC-11 to UTC+12.
 */
export function startDateOf(stamp: string | null): string | null {
  const moment = readStamp(stamp);
  return moment && utcDate(moment.hasTime ? moment.at + 12 * hour : moment.at);
}

/** Days since 1970. Ends are at local 23:59:59, so 12 hours are subtracted: right from UTC-12 to UTC+11. */
function lastDayOf(stamp: string | null): number | null {
  const end = endInstantOf(stamp);
  return end === null ? null : Math.floor((end - 12 * hour) / day);
}

export function endDateOf(stamp: string | null): string | null {
  const lastDay = lastDayOf(stamp);
  return lastDay === null ? null : utcDate(lastDay * day);
}

export interface CoverageState {
  status: WarrantyStatus;
  /** Counts today and the last day, so it is 1 on the last day. Null if there is no end or it has passed. */
  daysRemaining: number | null;
  /** 1 on the day after the last day. Null if there is no end or it has not passed. */
  daysSinceEnd: number | null;
}

const noEnd: CoverageState = { status: 'unknown', daysRemaining: null, daysSinceEnd: null };

/**
 * The only place that counts days: coverage lasts until the end of its displayed end date in UTC, whatever the time of day
 * that the vendor sent and the time zone of the viewer. So devices with the same date have the same status and count.
 */
export function coverageAt(endsAt: string | null, now: Date): CoverageState {
  const lastDay = lastDayOf(endsAt);
  if (lastDay === null) return noEnd;
  const days = Math.ceil(((lastDay + 1) * day - now.getTime()) / day);
  if (days <= 0) return { status: 'expired', daysRemaining: null, daysSinceEnd: 1 - days };
  return { status: days <= expiringDays ? 'expiring' : 'active', daysRemaining: days, daysSinceEnd: null };
}

export const statusAt = (endsAt: string | null, now: Date): WarrantyStatus => coverageAt(endsAt, now).status;

export const daysRemaining = (endsAt: string | null, now: Date): number | null =>
  coverageAt(endsAt, now).daysRemaining;
