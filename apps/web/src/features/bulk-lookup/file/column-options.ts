import type { Column } from '@warranty/domain/csv/columns';
import { shorten } from '../shorten.ts';

/** A select option cannot have an empty value; this one represents it. */
export const noColumn = 'none';

/** Uses column positions as values, because names can be as long as a cell. */
export function columnOptions(columns: readonly Column[]) {
  return [
    { value: noColumn, label: 'No column' },
    ...columns.map(({ name }, index) => ({ value: String(index), label: shorten(name, 60) })),
  ];
}
