import { formatCount } from '../../../lib/format-number.ts';

const minute = 60;
const hour = 60 * minute;

/** "about 3 minutes left". Long waits use large units because the estimate is not precise. */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 10) return 'a few seconds left';
  if (seconds < minute) return `about ${Math.ceil(seconds / 10) * 10} seconds left`;
  if (seconds < 90 * minute) return `about ${formatCount(Math.round(seconds / minute), 'minute')} left`;
  if (seconds < 36 * hour) return `about ${formatCount(Math.round(seconds / hour), 'hour')} left`;
  return `about ${formatCount(Math.round(seconds / (24 * hour)), 'day')} left`;
}

/** "120 rows per second"; below one row per second, rows per minute. */
export function formatThroughput(rowsPerSecond: number): string {
  if (rowsPerSecond >= 10) return `${formatCount(Math.round(rowsPerSecond), 'row')} per second`;
  if (rowsPerSecond >= 1) return `${rowsPerSecond.toFixed(1)} rows per second`;
  return `${formatCount(Math.round(rowsPerSecond * minute), 'row')} per minute`;
}
