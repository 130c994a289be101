import { formatCount } from '../../../lib/format/format-number.ts';

const minute = 60;
const hour = 60 * minute;

const day = 24 * hour;

const roundTo = (step: number, seconds: number) => Math.round(seconds / step) * step;

/** "about 3 minutes left". Rounded to steps that differ from the estimate by a fifth at most. */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 10) return 'a few seconds left';
  if (seconds < 55) return `about ${roundTo(5, seconds)} seconds left`;
  if (seconds < 75) return 'about 1 minute left';
  if (seconds < 100) return 'about 90 seconds left';
  if (seconds < 2 * hour) return `about ${formatCount(Math.round(seconds / minute), 'minute')} left`;
  if (seconds < 2 * day) return `about ${formatCount(Math.round(seconds / hour), 'hour')} left`;
  return `about ${formatCount(Math.round(seconds / day), 'day')} left`;
}

/** "120 rows per second"; below one row per second, rows per minute. */
export function formatThroughput(rowsPerSecond: number): string {
  if (rowsPerSecond >= 10) return `${formatCount(Math.round(rowsPerSecond), 'row')} per second`;
  if (rowsPerSecond >= 1) return `${rowsPerSecond.toFixed(1)} rows per second`;
  return `${formatCount(Math.round(rowsPerSecond * minute), 'row')} per minute`;
}
