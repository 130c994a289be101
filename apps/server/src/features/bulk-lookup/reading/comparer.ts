import type { RowDifference } from '@warranty/contracts/bulk-results';
import { decideDates, formatsOf } from '@warranty/domain/csv/date-decision';
import { createComparer } from '@warranty/domain/csv/differences';
import type { SerialResult } from '../../../lookups/answers/serial-result.ts';
import type { FileRow } from '../intake/rows.store.ts';
import type { RunOptions, RunSource } from '../runs/run.ts';
import { toEnrichment } from './row-results.ts';

type Row = Pick<FileRow, 'manufacturer' | 'reason'>;

/** Whether the file has anything to compare. Reading its columns takes long if their names are. */
export const isComparable = ({ fieldMapping: { endDate, deviceModel, systemDescription } }: RunOptions) =>
  Boolean(endDate || deviceModel || systemDescription);

/** Compares the rows of a run with their results. */
export function comparerFor(
  { columns, profiles }: Pick<RunSource, 'columns' | 'profiles'>,
  { fieldMapping: mapping, purchaseDate, dateFormats: chosen }: RunOptions,
) {
  const placing = { columns, mapping, purchaseDate: purchaseDate ?? undefined };
  const { endDate: endDateFormat } = formatsOf(decideDates({ ...placing, profiles, chosen }));
  const comparer = createComparer({ columns, mapping, endDateFormat });
  return {
    columns: comparer.columns,
    /** `cells` need only have those of the compared columns. */
    compare(row: Row, cells: readonly string[], result: SerialResult | null): RowDifference[] {
      if (result?.outcome !== 'found') return [];
      return comparer.compare(cells, toEnrichment(row, result, { demo: false, now: new Date() }));
    },
  };
}
