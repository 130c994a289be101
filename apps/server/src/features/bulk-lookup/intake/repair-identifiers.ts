import { columnIndex } from '@warranty/domain/csv/columns';
import { createRowReader } from '@warranty/domain/csv/row';
import { correctionsOf, type LoadedFile, type RunRow } from '../runs/run.ts';
import { createRowCounter, toFileRow } from './row-loader.ts';
import type { FileRow, RowsStore } from './rows.store.ts';

/** Small enough that a page of the longest cells does not block the event loop. */
const rowsRead = 250;

/**
 * Only a whole column shows that zeros were dropped or digits rounded, but rows are read as they arrive. If that is the
 * case, the rows are read a second time with this knowledge.
 */
export async function repairIdentifiers(rows: RowsStore, run: RunRow, file: LoadedFile): Promise<LoadedFile> {
  const { columns, profiles } = file.source;
  const { fieldMapping: mapping, vendors } = run.options;
  const profile = profiles[columnIndex(columns, mapping.modelNumber)];
  if (!profile || profile.damage.zeros + profile.damage.rounded === 0) return file;
  const damage = profiles.map((each) => each ?? { width: null, isRounded: false });
  const read = createRowReader({ columns, mapping, vendors, damage });
  const corrections = correctionsOf(run.options);
  const { counts, count } = createRowCounter();
  for (let after = 0; ; ) {
    const batch = await rows.page(run, after, rowsRead);
    const last = batch.at(-1);
    if (!last) return { ...file, ...counts };
    const changed = batch.flatMap((row): FileRow[] => {
      const found = read(row.cells, corrections.get(row.row));
      const next = count(found, toFileRow(row.row, row.line, row.cells, found));
      return isSame(row, next) ? [] : [next];
    });
    if (changed.length > 0) await rows.replaceReading(run, changed);
    after = last.row;
  }
}

function isSame(row: FileRow, next: FileRow): boolean {
  return row.serial === next.serial && row.vendor === next.vendor && row.outcome === next.outcome;
}
