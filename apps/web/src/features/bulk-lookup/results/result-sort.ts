import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { maxSortedRows, resultSortKeys } from '@warranty/contracts/bulk-results';
import { isFinished } from '../run/run-state.ts';
import type { TableColumn } from './table-columns.ts';

/** Sorting reads all rows on the server, so it needs a run that no longer changes and is not too large. */
export function canSort({ status, totalRows }: Pick<BulkRun, 'status' | 'totalRows'>): boolean {
  return isFinished(status) && totalRows <= maxSortedRows;
}

/** Not for columns of the file and those that follow from others. */
export const isSortable = ({ shows }: TableColumn): boolean => resultSortKeys.some((key) => key === shows);
