import { formatDate } from '../../lib/format-date.ts';

export function formatRange(start: string | null, end: string | null): string {
  if (start && end) return `${formatDate(start)} to ${formatDate(end)}`;
  if (start) return `from ${formatDate(start)}, no end given`;
  if (end) return `until ${formatDate(end)}, no start given`;
  return 'no dates given';
}
