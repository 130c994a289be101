import { type JsonMapping, maxExportRows } from '@warranty/contracts/json-mapping';
import { checkExport, columnsOf, createExportWriter } from '@warranty/domain/json-mapping/export';
import { type MappedRow, openRows } from '@warranty/domain/json-mapping/rows';
import { inSlices } from '../../../lib/in-slices.ts';

export interface ExportedFile {
  issues: null;
  parts: Blob[];
  rows: number;
  columns: number;
  guardedCells: number;
}

const rowsPerBatch = 200;
/** Encoding a long text in one pass would take longer than a slice. */
const charsPerBatch = 500_000;

function* exportInSteps(
  data: unknown,
  mappings: readonly JsonMapping[],
  raw: boolean,
): Generator<void, ExportedFile | { issues: string[] }> {
  const cursor = openRows(data, mappings);
  const rows: MappedRow[] = [];
  while (!cursor.isDone && rows.length < maxExportRows) {
    rows.push(...cursor.take(Math.min(rowsPerBatch, maxExportRows - rows.length)));
    yield;
  }
  const { issues } = checkExport(rows);
  if (issues.length > 0) return { issues };
  const columns = columnsOf(rows);
  const writer = createExportWriter(columns, { raw });
  const parts: Blob[] = [];
  let text = '';
  for (let index = 0; index < rows.length; index += rowsPerBatch) {
    text += writer.add(rows.slice(index, index + rowsPerBatch));
    if (text.length > charsPerBatch) {
      parts.push(new Blob([text]));
      text = '';
    }
    yield;
  }
  parts.push(new Blob([text]));
  const { guardedCells } = writer;
  return { issues: null, parts, rows: rows.length, columns: columns.length, guardedCells };
}

/**
 * Maps, checks and writes in short slices; null if it is aborted. Copying the data to a worker would block the page longer than
 * any slice. `raw` leaves formulas as they are.
 */
export const exportCsv = (
  data: unknown,
  mappings: readonly JsonMapping[],
  { raw, signal }: { raw: boolean; signal: AbortSignal },
) => inSlices(exportInSteps(data, mappings, raw), signal);
