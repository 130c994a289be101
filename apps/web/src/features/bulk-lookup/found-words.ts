import { countFailed, type OutcomeCounts } from '@warranty/contracts/row-outcome';
import type { WarrantyStatus } from '@warranty/contracts/warranty';
import { counted } from '../../lib/counted.ts';
import type { ResultFilter } from './outcome-words.ts';
import type { ResultRows } from './useResultRows.ts';

/** How many rows a filter alone leaves, as the chart counts them; null where that is not known. */
export function matchCount(
  filter: ResultFilter | null,
  counts: OutcomeCounts,
  statuses: Partial<Record<WarrantyStatus, number>> | null,
): number | null {
  if (filter === null) return null;
  if (filter === 'failed') return countFailed(counts);
  if (filter === 'skipped' || filter === 'not-processed' || filter === 'pending') return counts[filter];
  return statuses ? (statuses[filter] ?? 0) : null;
}

/** `total` is of all matches; without it the rows are counted as they are read. */
export function foundWords(
  { count, isWhole, isPending }: Pick<ResultRows, 'count' | 'isWhole' | 'isPending'>,
  total: number | null,
): string {
  if (isPending) return 'Searching...';
  if (isWhole) return `${counted(count, 'row')} found`;
  if (total !== null) return `${counted(total, 'row')} found`;
  return `At least ${counted(count, 'row')} found; scroll for more`;
}
