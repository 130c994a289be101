import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { maxListedColumns, maxSortedRows, resultSortKeys } from '@warranty/contracts/bulk-results';
import { isFinished } from '../run/run-state.ts';

/** What a column shows of the result. `modelNumber` names the row and is always shown. */
const resultColumns = [
  { key: 'modelNumber', label: 'Model Number' },
  { key: 'line', label: 'Row' },
  { key: 'manufacturer', label: 'Manufacturer' },
  { key: 'status', label: 'Status' },
  { key: 'startDate', label: 'Start Date' },
  { key: 'endDate', label: 'End Date' },
  { key: 'serviceLevel', label: 'Service Level' },
  { key: 'daysRemaining', label: 'Days Remaining' },
] as const;
type ResultColumnKey = (typeof resultColumns)[number]['key'];

export interface TableColumn {
  key: string;
  label: string;
  /** A column of the file by its position, or a column of the result. */
  shows: ResultColumnKey | number;
}

export const optionalColumns = resultColumns.filter(({ key }) => key !== 'modelNumber');

/** The columns of the specification. */
export const defaultKeys: readonly string[] = resultColumns
  .map(({ key }) => key)
  .filter((key) => key !== 'line');

const answers: readonly TableColumn['shows'][] = ['startDate', 'endDate', 'serviceLevel', 'daysRemaining'];
/** Columns that stay blank without a result, so that the reason can be shown in their place. They are next to each other. */
export const isAnswer = ({ shows }: TableColumn) => answers.includes(shows);

/** Chosen columns of a file apply to other files that have a column of the same name. */
export const fileColumnKey = (name: string) => `file:${name}`;
export const isFileColumnKey = (key: string) => key.startsWith('file:');

/** The chosen columns that exist, in a fixed order: the result first, then the file. */
export function tableColumns(keys: readonly string[], fileColumns: readonly string[]): TableColumn[] {
  const own = fileColumns
    .map((label, place) => ({ key: `${place} ${label}`, label, shows: place }))
    .filter(({ label }) => keys.includes(fileColumnKey(label)));
  return [
    ...resultColumns
      .filter(({ key }) => key === 'modelNumber' || keys.includes(key))
      .map(({ key, label }) => ({ key, label, shows: key })),
    ...own.slice(0, maxListedColumns),
  ];
}

export const defaultColumns = tableColumns(defaultKeys, []);

/** The positions of the file's columns among these. */
export function filePlaces(columns: readonly TableColumn[]): number[] {
  return columns.flatMap(({ shows }) => (typeof shows === 'number' ? [shows] : []));
}

/** Sorting reads all rows on the server, so it needs a run that no longer changes and is not too large. */
export function canSort({ status, totalRows }: Pick<BulkRun, 'status' | 'totalRows'>): boolean {
  return isFinished(status) && totalRows <= maxSortedRows;
}

/** Not for columns of the file and those that follow from others. */
export const isSortable = ({ shows }: TableColumn): boolean => resultSortKeys.some((key) => key === shows);
