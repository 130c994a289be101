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
