import { formatDate } from '../../lib/format/format-date.ts';

/** 14 Nov 2026, with 2026-11-14 on hover. */
export function DateText({ date }: { date: string }) {
  return (
    <time dateTime={date} title={date} className="whitespace-nowrap tabular-nums">
      {formatDate(date)}
    </time>
  );
}
