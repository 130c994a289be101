import type { RunRow, RunSource } from '../runs/run.ts';
import {
  type ExportOptions,
  type ExportStores,
  exportWorkbook,
  planFor,
  readEnrichedRows,
} from './export.ts';
import { patchWorkbook } from './patch-workbook.ts';
import { everyRow, isEveryRow } from './result-filter.ts';
import { storedSource } from './stored-source.ts';

/** All rows in the workbook that was uploaded, if it was stored. Otherwise, and for some of the rows, in a new one. */
export async function exportAsWorkbook(
  stores: ExportStores,
  run: RunRow,
  source: RunSource,
  chosen: Pick<ExportOptions, 'without' | 'wanted'>,
): Promise<AsyncGenerator<Buffer>> {
  const { workbook, profiles } = source;
  if (!workbook || !isEveryRow(chosen.wanted ?? everyRow)) return exportWorkbook(stores, run, chosen);
  return patchWorkbook({
    bytes: storedSource(stores.workbooks, run, workbook.bytes),
    sheet: run.options.sheet ?? null,
    read: workbook,
    plan: planFor(source, run.options, chosen.without),
    hasValues(column) {
      const profile = profiles[column];
      return profile ? profile.blank < profile.rows : false;
    },
    rows: readEnrichedRows(stores, run),
    totalRows: run.totalRows,
  });
}
