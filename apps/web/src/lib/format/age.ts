const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

/** "3 minutes", in the largest unit that fits; null below one minute and for an invalid date. */
export function formatAge(instant: string, now: Date): string | null {
  const age = now.getTime() - Date.parse(instant);
  if (Number.isNaN(age) || age < minute) return null;
  if (age < hour) return count(Math.floor(age / minute), 'minute');
  if (age < day) return count(Math.floor(age / hour), 'hour');
  return count(Math.floor(age / day), 'day');
}

/** "3 minutes ago", or "just now" below one minute. */
export function formatAgo(instant: string, now: Date): string {
  const age = formatAge(instant, now);
  return age ? `${age} ago` : 'just now';
}
