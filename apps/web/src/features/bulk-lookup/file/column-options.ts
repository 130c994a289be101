import type { Column } from '@warranty/domain/csv/columns';
import { shorten } from '../shorten.ts';

/** Uses column positions as values, because names can be as long as a cell. */
export const columnOptions = (columns: readonly Column[]) =>
  columns.map(({ name }, index) => ({ value: String(index), label: shorten(name, 60) }));
