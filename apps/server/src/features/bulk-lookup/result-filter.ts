import type { BulkResultRow, resultFilters } from '@warranty/contracts/bulk-results';
import { isFailedOutcome } from '@warranty/contracts/row-outcome';

export type ResultFilter = (typeof resultFilters)[number];

/** What the result of a row tells. Rows that differ are found by comparing their cells. */
type ListedFilter = Exclude<ResultFilter, 'differs'>;

/** A status filter only matches rows with a result: a skipped or not-found row is not "unknown". */
export function matchesFilter(
  { outcome, status, noCoverage }: Pick<BulkResultRow, 'outcome' | 'status' | 'noCoverage'>,
  filter: ListedFilter,
): boolean {
  if (filter === 'no-coverage') return noCoverage;
  if (filter === 'failed') return isFailedOutcome(outcome);
  if (filter === 'skipped' || filter === 'not-processed' || filter === 'pending') return outcome === filter;
  return outcome === 'found' && status === filter;
}
