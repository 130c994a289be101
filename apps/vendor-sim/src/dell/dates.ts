// Dell returns local midnight and 23:59:59 as UTC instants. The recorded replies match fixed offsets without daylight
// saving time (October 19 in France starts at 23:00Z on the 18th), so fixed offsets are used.
import { msOf } from '../dates.ts';

const OFFSET_HOURS = { US: -6, GB: 0, FR: 1, JP: 9, AU: 10 };

export type Country = keyof typeof OFFSET_HOURS;

/** The suffix after the seconds, by number of digits; Dell sends 0 to 6 of them. */
const END_FRACTIONS = ['', '.9', '.14', '.997', '.0001', '.00001', '.000001'];

/** The first instant of a local day. */
export function startStamp(day: number, country: Country, digits = 0): string {
  return stamp(msOf(day), country, digits > 0 ? `.${'0'.repeat(digits)}` : '');
}

/** The last second of a local day. */
export function endStamp(day: number, country: Country, digits = 0): string {
  return stamp(msOf(day + 1) - 1000, country, END_FRACTIONS[digits] ?? '');
}

/** Cached: devices share few instants, and formatting a date costs more than the rest of a row. */
const written = new Map<number, string>();

function stamp(localMs: number, country: Country, fraction: string): string {
  const ms = localMs - OFFSET_HOURS[country] * 3_600_000;
  let text = written.get(ms);
  if (text === undefined) {
    text = new Date(ms).toISOString().slice(0, 19);
    written.set(ms, text);
  }
  return `${text}${fraction}Z`;
}
