import type { Column } from '@warranty/domain/csv/columns';
import { shorten } from './shorten.ts';

/** A list cannot have an empty value; this one stands for it. */
export const noColumn = 'none';

/** Columns by their place: their names can be as long as a cell. */
export function columnOptions(columns: readonly Column[]) {
  return [
    { value: noColumn, label: 'No column' },
    ...columns.map(({ name }, at) => ({ value: String(at), label: shorten(name, 60) })),
  ];
}
