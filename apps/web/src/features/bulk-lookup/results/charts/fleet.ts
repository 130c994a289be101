import type { readBulkReport } from '@warranty/contracts/bulk-results';
import type { ReplyOf } from '@warranty/contracts/core/endpoint';
import { countFailed, type OutcomeCounts } from '@warranty/contracts/row-outcome';
import type { WarrantyStatus } from '@warranty/contracts/warranty';
import { warrantyStatuses } from '@warranty/contracts/warranty';
import { endFilterOfMonth } from '@warranty/domain/end-filter';
import { formatMonth } from '../../../../lib/format/format-date.ts';

export type Report = ReplyOf<typeof readBulkReport>;
/** What a report says about the coverage of all rows. */
export type Fleet = Pick<Report, 'statuses' | 'noCoverage' | 'expiriesPerMonth' | 'endsWithin'>;

/** Rows without a result, after those with one. */
const withoutResult = ['failed', 'not-processed', 'skipped', 'pending'] as const;
type WithoutResult = (typeof withoutResult)[number];

export interface Share {
  status: WarrantyStatus | WithoutResult;
  count: number;
  /** Start and width of the segment, in percent. */
  from: number;
  width: number;
}

const countOf = (counts: OutcomeCounts, status: WithoutResult) =>
  status === 'failed' ? countFailed(counts) : counts[status];

/** Segments of one bar for all rows of a run: each status, and what has no result. */
export function sharesOf(
  statuses: Readonly<Partial<Record<WarrantyStatus, number>>>,
  counts: OutcomeCounts,
): Share[] {
  const shown = [
    ...warrantyStatuses.map((status) => ({ status, count: statuses[status] ?? 0 })),
    ...withoutResult
      .map((status) => ({ status, count: countOf(counts, status) }))
      .filter(({ count }) => count > 0),
  ];
  const total = shown.reduce((sum, { count }) => sum + count, 0);
  let before = 0;
  return shown.map(({ status, count }) => {
    const from = total === 0 ? 0 : (before / total) * 100;
    before += count;
    return { status, count, from, width: total === 0 ? 0 : (count / total) * 100 };
  });
}

/** The part of the segment `unknown` for which the vendor lists no coverage. */
export function noCoverageShare(shares: readonly Share[], noCoverage: number): Omit<Share, 'status'> {
  const unknown = shares.find(({ status }) => status === 'unknown');
  if (!unknown || unknown.count === 0) return { count: 0, from: 0, width: 0 };
  return { count: noCoverage, from: unknown.from, width: (noCoverage / unknown.count) * unknown.width };
}

export type Expiries = ReturnType<typeof expiriesFrom>;

const monthsShown = 24;

/**
 * How many warranties end in each of the next months, starting with this one; earlier and later ones are summed. `ends` is the
 * filter that finds them, `height` the percentage of the highest month.
 */
export function expiriesFrom(perMonth: Fleet['expiriesPerMonth'], now: Date) {
  const dayAt = (monthsAhead: number, day: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead, day)).toISOString().slice(0, 10);
  const counts = new Map(perMonth.map(({ month, count }) => [month, count]));
  const months = Array.from({ length: monthsShown }, (_, ahead) => dayAt(ahead, 1).slice(0, 7));
  const [first = '', last = ''] = [months[0], months.at(-1)];
  const highest = Math.max(0, ...months.map((month) => counts.get(month) ?? 0));
  const sum = (fits: (month: string) => boolean) =>
    perMonth.filter(({ month }) => fits(month)).reduce((total, { count }) => total + count, 0);
  return {
    months: months.map((month) => {
      const count = counts.get(month) ?? 0;
      const height = highest === 0 ? 0 : (count / highest) * 100;
      return { month, label: formatMonth(month), count, ends: endFilterOfMonth(month), height };
    }),
    highest,
    before: {
      label: `Before ${formatMonth(first)}`,
      count: sum((month) => month < first),
      ends: `..${dayAt(0, 0)}`,
    },
    after: {
      label: `After ${formatMonth(last)}`,
      count: sum((month) => month > last),
      ends: `${dayAt(monthsShown, 1)}..`,
    },
  };
}
