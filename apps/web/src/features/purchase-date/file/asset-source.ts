import { workbookType } from '@warranty/contracts/bulk-lookup';
import { maxPredictionRows, type Prediction } from '@warranty/contracts/purchase-date';
import { recordOf } from '@warranty/domain/csv/columns';
import { csvLimits } from '@warranty/domain/csv/csv-error';
import type { Sniffed } from '@warranty/domain/csv/sniff';
import { createWriter, writeCsv } from '@warranty/domain/csv/write';
import { workbookFile } from '@warranty/domain/xlsx/workbook-file';
import type { ReportProgress } from '../../../lib/files/file-worker.ts';
import { openFile } from '../../../lib/files/open-file.ts';
import { zipBlob } from '../../../lib/files/zip-blob.ts';
import { createOwnTable } from '../results/prediction-file.ts';

// Imported only by the worker.

/** Where the rows come from. Plain data, so that it can be saved. */
export interface AssetSource {
  content: Blob;
  sheet: string | null;
  /** For rows that were not read from a file. */
  sniffed?: Sniffed;
}

const limits = { ...csvLimits, rows: maxPredictionRows };

/** The CSV format in which the rows of a scan are written. */
const scanFormat: Sniffed = {
  ...{ encoding: 'utf-8', bom: false, certain: true },
  ...{ delimiter: ',', hasSeparatorLine: false, hasHeader: true },
};

const open = ({ content, sheet, sniffed }: AssetSource) =>
  openFile(content, { sheet, limits, unclosedQuote: 'keep-rows-before', ...(sniffed && { sniffed }) });

/**
 * Copies the file, because a spreadsheet may overwrite it before the export. A file above the limit is not copied: reading
 * it only reports the error.
 */
export async function sourceOfFile(file: File, sheet: string | null): Promise<AssetSource> {
  return { content: file.size > limits.bytes ? file : new Blob([await file.arrayBuffer()]), sheet };
}

export function sourceOfRows(rows: readonly Record<string, string>[]): AssetSource {
  const header = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => header.map((name) => row[name] ?? ''));
  const text = writeCsv([header, ...cells], { delimiter: scanFormat.delimiter, raw: true });
  return { content: new Blob([text]), sheet: null, sniffed: scanFormat };
}

export async function readSource(from: AssetSource, tell: ReportProgress) {
  const source = await open(from);
  const parts: string[] = [];
  await source.readRows(tell, (rows) => {
    if (rows.length === 0) return;
    parts.push(rows.map(({ cells }) => JSON.stringify(recordOf(source.columns(), cells))).join(','));
  });
  const { rows, notices, counts, form } = source.report();
  const noticesCount = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    /** The JSON member of a request body that holds the rows. */
    rowsText: new Blob(['"csvData":[', parts.join(','), ']']),
    delimiter: form.kind === 'csv' ? form.delimiter : ',',
    summary: {
      ...{ format: form.kind, sheet: form.kind === 'xlsx' ? form.sheet : null },
      ...{ rows, columns: source.columns().length, notices: [...notices], noticesCount },
    },
  };
}

const rowsPerBatch = 500;

async function* inBatches(rows: readonly string[][]) {
  for (let from = 0; from < rows.length; from += rowsPerBatch) yield rows.slice(from, from + rowsPerBatch);
}

/** The rows as they were, with their predictions: a workbook for a workbook, and CSV with the same delimiter for CSV. */
export async function exportSource(
  from: AssetSource,
  predictionAt: (at: number) => Prediction,
  tell: ReportProgress,
): Promise<Blob> {
  const source = await open(from);
  const written: string[][] = [];
  let table: ReturnType<typeof createOwnTable> | null = null;
  await source.readRows(tell, (rows) => {
    for (const { cells } of rows) {
      table ??= createOwnTable(source.columns());
      written.push(table.row(cells, predictionAt(written.length)));
    }
  });
  const header = createOwnTable(source.columns()).header();
  const { form } = source.report();
  if (form.kind === 'xlsx')
    return zipBlob(workbookFile(header, inBatches(written), 'Predictions'), workbookType);
  const writer = createWriter({ delimiter: form.delimiter, bom: true });
  return new Blob(
    [header, ...written].map((cells) => writer.row(cells)),
    { type: 'text/csv' },
  );
}
