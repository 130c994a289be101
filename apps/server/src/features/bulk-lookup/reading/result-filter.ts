import type { BulkResultRow, resultFilters } from '@warranty/contracts/bulk-results';
import { isFailedOutcome } from '@warranty/contracts/row-outcome';
import { endMatcher } from '@warranty/domain/end-filter';

export type ResultFilter = (typeof resultFilters)[number];

/** Which rows are wanted: those with a status or outcome, and those whose coverage ends at some time. Null for any. */
export interface RowFilter {
  filter: ResultFilter | null;
  ends: string | null;
}

export const everyRow: RowFilter = { filter: null, ends: null };

export const isEveryRow = ({ filter, ends }: RowFilter): boolean => filter === null && ends === null;

type Listed = Pick<BulkResultRow, 'outcome' | 'status' | 'noCoverage' | 'endsAt' | 'endDate'>;

/** What the result of a row tells. Rows that differ are found by comparing their cells, which is left to the caller. */
export function listedMatcher({ filter, ends }: RowFilter, now: Date): (row: Listed) => boolean {
  const isEnding = ends === null ? () => true : endMatcher(ends, now);
  if (filter === null || filter === 'differs') return isEnding;
  return (row) => matchesFilter(row, filter) && isEnding(row);
}

/** A status filter only matches rows with a result: a skipped or not-found row is not "unknown". */
function matchesFilter(
  { outcome, status, noCoverage }: Listed,
  filter: Exclude<ResultFilter, 'differs'>,
): boolean {
  if (filter === 'no-coverage') return noCoverage;
  if (filter === 'failed') return isFailedOutcome(outcome);
  if (filter === 'skipped' || filter === 'not-processed' || filter === 'pending') return outcome === filter;
  return outcome === 'found' && status === filter;
}
