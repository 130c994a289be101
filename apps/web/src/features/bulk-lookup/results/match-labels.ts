import { endWithinDays } from '@warranty/contracts/bulk-results';
import { countFailed, type OutcomeCounts } from '@warranty/contracts/row-outcome';
import { endFilterOfMonth, endRangeOf } from '@warranty/domain/end-filter';
import { formatCount, formatNumber } from '../../../lib/format/format-number.ts';
import type { RowChoice } from '../run/row-choice.ts';
import type { Fleet } from './charts/fleet.ts';

/** How far a search has come. */
interface FoundState {
  count: number;
  isWhole: boolean;
  isPending: boolean;
  isSearching: boolean;
  searched: number;
}

/** How many rows match a choice alone, as counted by the chart; null if unknown. */
export function matchCount(
  { filter, ends }: RowChoice,
  counts: OutcomeCounts,
  fleet: Fleet | null,
): number | null {
  if (ends !== null) return filter === null && fleet ? endCount(ends, fleet) : null;
  if (filter === null) return null;
  if (filter === 'failed') return countFailed(counts);
  if (filter === 'skipped' || filter === 'not-processed' || filter === 'pending') return counts[filter];
  // Only the first rows of a large file are compared.
  if (!fleet || filter === 'differs') return null;
  return filter === 'no-coverage' ? fleet.noCoverage : (fleet.statuses[filter] ?? 0);
}

function endCount(ends: string, { statuses, expiriesPerMonth, endsWithin }: Fleet): number | null {
  if (ends === 'expired') return statuses.expired ?? 0;
  const days = endWithinDays.find((one) => one === ends);
  if (days) return endsWithin[days];
  const months = wholeMonthsOf(ends);
  if (!months) return null;
  return expiriesPerMonth
    .filter(({ month }) => month >= months.first && month <= months.last)
    .reduce((sum, { count }) => sum + count, 0);
}

/** The months of a range; null if it starts or ends within one, whose days are not counted. */
function wholeMonthsOf(ends: string): { first: string; last: string } | null {
  const { from = null, to = null } = endRangeOf(ends) ?? {};
  const isWhole =
    (from?.endsWith('-01') ?? true) && (to === null || endFilterOfMonth(to.slice(0, 7)).endsWith(to));
  return isWhole ? { first: from?.slice(0, 7) ?? '', last: to?.slice(0, 7) ?? '9999-12' } : null;
}

/** `total` counts all matches; without it, only the rows loaded so far are counted. */
export function formatMatches(
  { count, isWhole, isPending, isSearching }: Omit<FoundState, 'searched'>,
  total: number | null,
): string {
  // Complete but searching: the rows shown are still the results of the previous search.
  if (isPending || (isSearching && isWhole)) return 'Searching...';
  if (total !== null && !isWhole) return `${formatCount(total, 'row')} found`;
  if (isSearching) return `${formatCount(count, 'row')} found so far; searching...`;
  if (isWhole) return `${formatCount(count, 'row')} found`;
  return `At least ${formatCount(count, 'row')} found; scroll for more`;
}

/** How many rows a search has checked; null before the first rows and after the last. */
export function formatSearched({ searched, isWhole }: FoundState, totalRows: number): string | null {
  if (isWhole || searched === 0) return null;
  return `Searched ${formatNumber(searched)} of ${formatCount(totalRows, 'row')}`;
}
