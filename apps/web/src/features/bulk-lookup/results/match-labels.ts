import { countFailed, type OutcomeCounts } from '@warranty/contracts/row-outcome';
import type { WarrantyStatus } from '@warranty/contracts/warranty';
import { formatCount, formatNumber } from '../../../lib/format-number.ts';
import type { ResultFilter } from '../run/outcome-labels.ts';

/** How far a search has come. */
interface FoundState {
  count: number;
  isWhole: boolean;
  isPending: boolean;
  isSearching: boolean;
  searched: number;
}

interface Fleet {
  statuses: Partial<Record<WarrantyStatus, number>>;
  noCoverage: number;
}

/** How many rows match a filter alone, as counted by the chart; null if unknown. */
export function matchCount(
  filter: ResultFilter | null,
  counts: OutcomeCounts,
  fleet: Fleet | null,
): number | null {
  if (filter === null) return null;
  if (filter === 'failed') return countFailed(counts);
  if (filter === 'skipped' || filter === 'not-processed' || filter === 'pending') return counts[filter];
  // Only the first rows of a large file are compared.
  if (!fleet || filter === 'differs') return null;
  return filter === 'no-coverage' ? fleet.noCoverage : (fleet.statuses[filter] ?? 0);
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
