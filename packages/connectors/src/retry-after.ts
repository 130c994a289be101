const defaultSeconds = 60;
const maxSeconds = 24 * 3600;

/** Seconds or an HTTP date; anything else counts as a minute, and nobody is believed for more than a day. */
export function retryAfterSeconds(header: string | undefined, now: number): number {
  const seconds = secondsIn(header?.trim() ?? '', now);
  return Number.isNaN(seconds) ? defaultSeconds : Math.min(Math.max(Math.ceil(seconds), 1), maxSeconds);
}

function secondsIn(header: string, now: number): number {
  if (/^\d+$/.test(header)) return Number(header);
  // Date.parse takes far more for a date than the header may hold.
  return /GMT$/.test(header) ? (Date.parse(header) - now) / 1000 : Number.NaN;
}
