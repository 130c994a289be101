import { type JsonMapping, maxExportRows } from '@warranty/contracts/json-mapping';
import { checkExport, columnsOf, createExportWriter } from '@warranty/domain/json-mapping/export';
import { type MappedRow, openRows } from '@warranty/domain/json-mapping/rows';

interface ExportOptions {
  /** Do not escape formulas. */
  raw: boolean;
  signal: AbortSignal;
}

export type ExportResult =
  | { issues: string[] }
  | {
      issues: null;
      parts: Blob[];
      rows: number;
      columns: number;
      guardedCells: number;
    };

const rowsPerBatch = 200;
const charsPerBatch = 500_000;
/** Shorter than a frame, so that the page stays responsive while a long file is written. */
const maxSliceMs = 12;

/** Yields to the event loop when the current slice has used its time. */
function createSlicer(signal: AbortSignal): () => Promise<void> {
  let startedAt = performance.now();
  return async () => {
    if (performance.now() - startedAt < maxSliceMs) return;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    startedAt = performance.now();
  };
}

/** Encodes text incrementally: encoding a long text in one pass would exceed the slice. */
function createBlobWriter() {
  const parts: Blob[] = [];
  let text = '';
  const flush = () => {
    parts.push(new Blob([text]));
    text = '';
  };
  return {
    add(more: string): void {
      text += more;
      if (text.length > charsPerBatch) flush();
    },
    end(): Blob[] {
      flush();
      return parts;
    },
  };
}

/** Maps, checks and writes in short slices. Copying the data to a worker would block the page longer than any slice. */
export async function exportCsv(
  data: unknown,
  mappings: readonly JsonMapping[],
  { raw, signal }: ExportOptions,
): Promise<ExportResult> {
  const nextTurn = createSlicer(signal);
  const cursor = openRows(data, mappings);
  const rows: MappedRow[] = [];
  while (!cursor.isDone && rows.length < maxExportRows) {
    rows.push(...cursor.take(Math.min(rowsPerBatch, maxExportRows - rows.length)));
    await nextTurn();
  }
  const { issues } = checkExport(rows);
  if (issues.length > 0) return { issues };
  const columns = columnsOf(rows);
  const writer = createExportWriter(columns, { raw });
  const gathered = createBlobWriter();
  for (let index = 0; index < rows.length; index += rowsPerBatch) {
    gathered.add(writer.add(rows.slice(index, index + rowsPerBatch)));
    await nextTurn();
  }
  const { guardedCells } = writer;
  return { issues: null, parts: gathered.end(), rows: rows.length, columns: columns.length, guardedCells };
}
