import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import {
  maxSortedRows,
  type ResultSort,
  type ResultSortKey,
  resultSortKeys,
} from '@warranty/contracts/bulk-results';
import { isFinished } from '../run/run-state.ts';
import type { TableColumn } from './table-columns.ts';

/** Sorting reads all rows on the server, so it needs a run that no longer changes and is not too large. */
export function canSort({ status, totalRows }: Pick<BulkRun, 'status' | 'totalRows'>): boolean {
  return isFinished(status) && totalRows <= maxSortedRows;
}

/** Null for the order of the file. */
export function parseSort(text: unknown): ResultSort | null {
  const key = resultSortKeys.find((each) => text === each || text === `-${each}`);
  return key ? (text === key ? key : `-${key}`) : null;
}

/** Null for columns of the file and for those that follow from others. */
export function sortKeyOf({ shows }: TableColumn): ResultSortKey | null {
  return resultSortKeys.find((key) => key === shows) ?? null;
}

/** A second click on a column reverses the order, and a third returns to the order of the file. */
export function nextSort(current: ResultSort | null, key: ResultSortKey): ResultSort | null {
  if (current === key) return `-${key}`;
  return current === `-${key}` ? null : key;
}

export function directionOf(current: ResultSort | null, key: ResultSortKey) {
  if (current === key) return 'ascending';
  return current === `-${key}` ? 'descending' : 'none';
}
