const defaultSeconds = 60;
const maxSeconds = 24 * 3600;

/** Accepts seconds or an HTTP date. Anything else counts as one minute; the maximum is one day. */
export function retryAfterSeconds(header: string | undefined, now: number): number {
  const seconds = secondsIn(header?.trim() ?? '', now);
  return Number.isNaN(seconds) ? defaultSeconds : Math.min(Math.max(Math.ceil(seconds), 1), maxSeconds);
}

function secondsIn(header: string, now: number): number {
  if (/^\d+$/.test(header)) return Number(header);
  // `Date.parse` accepts many more formats than the header allows.
  return /GMT$/.test(header) ? (Date.parse(header) - now) / 1000 : Number.NaN;
}
