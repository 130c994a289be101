import { formatDate } from '../../lib/format/format-date.ts';

export function formatRange(start: string | null, end: string | null): string {
  if (start && end) return `${formatDate(start)} to ${formatDate(end)}`;
  if (start) return `from ${formatDate(start)}, no end date`;
  if (end) return `until ${formatDate(end)}, no start date`;
  return 'no dates';
}
