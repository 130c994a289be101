import { formatCount } from './format-number.ts';

const dayMs = 86_400_000;
/** Below this, months would hide how soon it is. */
const maxDays = 60;

/** Whole months between two days: 31 January to 28 February is none, to 1 March is one. */
function wholeMonths(from: Date, to: Date): number {
  const months = 12 * (to.getUTCFullYear() - from.getUTCFullYear()) + to.getUTCMonth() - from.getUTCMonth();
  return to.getUTCDate() < from.getUTCDate() ? months - 1 : months;
}

/** "1 year 4 months" or "45 days", from a day such as `2026-11-14`; what is left of a month is dropped. */
export function formatPeriod(from: string, days: number): string {
  if (days < maxDays) return formatCount(days, 'day');
  const start = new Date(from);
  const months = wholeMonths(start, new Date(start.getTime() + days * dayMs));
  const parts = [
    [Math.floor(months / 12), 'year'],
    [months % 12, 'month'],
  ] as const;
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => formatCount(amount, unit))
    .join(' ');
}
