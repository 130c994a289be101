const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11-14` is "14 Nov 2026". Read as text: a time zone would move the day. */
export function formatDate(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  const name = months[Number(month) - 1];
  return year && name ? `${Number(day)} ${name} ${year}` : date;
}

export function formatRange(start: string | null, end: string | null): string {
  if (start && end) return `${formatDate(start)} to ${formatDate(end)}`;
  if (start) return `from ${formatDate(start)}, no end given`;
  if (end) return `until ${formatDate(end)}, no start given`;
  return 'no dates given';
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

/** "3 minutes", in the largest unit that fits; null below a minute and for what is no instant. */
export function formatAge(instant: string, now: Date): string | null {
  const age = now.getTime() - Date.parse(instant);
  if (Number.isNaN(age) || age < minute) return null;
  if (age < hour) return count(Math.floor(age / minute), 'minute');
  if (age < day) return count(Math.floor(age / hour), 'hour');
  return count(Math.floor(age / day), 'day');
}
