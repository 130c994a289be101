import '../../lib/schemas-without-eval.ts';
import { RequestError } from '@warranty/contracts/client';
import type { Endpoint, ReplyOf } from '@warranty/contracts/endpoint';
import {
  analyzeAssets,
  maxPredictionRows,
  type Prediction,
  predictBulk,
} from '@warranty/contracts/purchase-date';
import { recordOf } from '@warranty/domain/csv/columns';
import { csvLimits } from '@warranty/domain/csv/csv-error';
import { type Sniffed, sampleBytes, sniff } from '@warranty/domain/csv/sniff';
import { openTable } from '@warranty/domain/csv/table';
import { writeCsv } from '@warranty/domain/csv/write';
import { type ReportProgress, readRows, serveRequests } from '../../lib/file-worker.ts';
import type { AssetFileSummary, AssetRequests, PredictionSummary, RowFilter } from './asset-messages.ts';
import { createOwnFile, predictionFile } from './prediction-file.ts';
import { matching, toRow } from './prediction-rows.ts';
import { countYears } from './years.ts';

// The worker holds the assets and their predictions; the page requests the rows it shows. The worker also calls the server,
// because parsing the replies would block the page for too long.

interface Source {
  content: Blob;
  sniffed: Sniffed;
}

/** The source of the rows, for the export with predictions. */
let source: Source | null = null;
/** The JSON member of the request body that holds the rows. */
let rowsText = new Blob();
let predictions: Prediction[] = [];
let found: { key: string; places: number[] } | null = null;

const limits = { ...csvLimits, rows: maxPredictionRows };
const openSource = ({ sniffed }: Source) => openTable(sniffed, limits, 'keep-rows-before');

/** The CSV format in which the rows of a scan are written. */
const scanFormat: Sniffed = {
  ...{ encoding: 'utf-8', bom: false, certain: true },
  ...{ delimiter: ',', hasSeparatorLine: false, hasHeader: true },
};

/**
 * Copies the file, because a spreadsheet may overwrite it before the export. A file above the limit is not copied: reading
 * it only reports the error.
 */
async function copyOf(file: File): Promise<Blob> {
  return file.size > limits.bytes ? file : new Blob([await file.arrayBuffer()]);
}

async function read({ file }: { file: File }, tell: ReportProgress): Promise<AssetFileSummary> {
  const content = await copyOf(file);
  const sniffed = sniff(new Uint8Array(await content.slice(0, sampleBytes).arrayBuffer()));
  return readSource({ content, sniffed }, tell);
}

async function readSource(from: Source, tell: ReportProgress): Promise<AssetFileSummary> {
  const table = openSource(from);
  const parts: string[] = [];
  await readRows(from.content, table, tell, (rows) => {
    if (rows.length === 0) return;
    parts.push(rows.map(({ cells }) => JSON.stringify(recordOf(table.columns, cells))).join(','));
  });
  source = from;
  rowsText = new Blob(['"csvData":[', parts.join(','), ']']);
  const { rows, notices, counts } = table.report();
  const noticesCount = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { rows, columns: table.columns.length, notices: [...notices], noticesCount };
}

function take({ rows }: AssetRequests['take']['question'], tell: ReportProgress): Promise<AssetFileSummary> {
  const header = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => header.map((name) => row[name] ?? ''));
  const text = writeCsv([header, ...cells], { delimiter: scanFormat.delimiter, raw: true });
  return readSource({ content: new Blob([text]), sniffed: scanFormat }, tell);
}

async function exportOwnFile(_: object, tell: ReportProgress): Promise<Blob> {
  if (!source) throw new Error('there is no file');
  const table = openSource(source);
  const texts: string[] = [];
  let file: ReturnType<typeof createOwnFile> | null = null;
  let written = 0;
  await readRows(source.content, table, tell, (rows) => {
    if (rows.length === 0) return;
    if (!file) {
      file = createOwnFile(table.columns, source?.sniffed.delimiter ?? ',');
      texts.push(file.header());
    }
    for (const { cells } of rows) {
      texts.push(file.row(cells, predictionAt(written)));
      written += 1;
    }
  });
  return new Blob(texts, { type: 'text/csv' });
}

/** Like `call` of the page, but the body is never one string. */
async function post<E extends Endpoint>({ method, path }: E, beginning: string): Promise<ReplyOf<E>> {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: new Blob([beginning, rowsText, '}'], { type: 'application/json' }),
  });
  if (!response.ok) throw new RequestError(response, await response.text());
  return (await response.json()) as ReplyOf<E>;
}

function summarize(vendorDates: PredictionSummary['vendorDates']): PredictionSummary {
  const counts = { high: 0, medium: 0, low: 0 };
  let conflicts = 0;
  for (const prediction of predictions) {
    counts[prediction.confidence] += 1;
    if (prediction.conflicts.length > 0) conflicts += 1;
  }
  return { total: predictions.length, counts, conflicts, years: countYears(predictions), vendorDates };
}

async function predict({ useVendorDates }: { useVendorDates: boolean }): Promise<PredictionSummary> {
  const reply = await post(predictBulk, useVendorDates ? '{"useVendorDates":true,' : '{');
  ({ predictions } = reply);
  found = null;
  return summarize(reply.vendorDates);
}

/** Caches the last search: scrolling requests several pages of the same one. */
function placesOf(filter: RowFilter): number[] {
  const key = JSON.stringify(filter);
  if (found?.key !== key) found = { key, places: matching(predictions, filter) };
  return found.places;
}

function predictionAt(at: number): Prediction {
  const prediction = predictions[at];
  if (!prediction) throw new Error('prediction not found');
  return prediction;
}

serveRequests<AssetRequests>({
  read,
  take,
  analyze: () => post(analyzeAssets, '{'),
  predict,
  rows: ({ filter, from, count }) => {
    const places = placesOf(filter);
    const rows = places.slice(from, from + count).flatMap((at) => {
      const prediction = predictions[at];
      return prediction ? [toRow(prediction, at)] : [];
    });
    return { rows, total: places.length };
  },
  detail: ({ at }) => predictionAt(at),
  export: () => {
    const delimiter = source?.sniffed.delimiter ?? ',';
    return new Blob([...predictionFile(predictions, delimiter)], { type: 'text/csv' });
  },
  exportOwnFile,
});
