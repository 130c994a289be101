import { decideDates, formatsOf } from '@warranty/domain/csv/date-decision';
import { createEnricher, type EnrichPlan, planEnrichment } from '@warranty/domain/csv/enrich';
import type { EnrichmentValues } from '@warranty/domain/csv/enrichment-values';
import { type CsvWriter, createWriter } from '@warranty/domain/csv/write';
import { AppError } from '../../platform/http/app-error.ts';
import type { ChunksStore } from './chunks.store.ts';
import { toRowAnswer } from './row-results.ts';
import type { RowsStore, WrittenRow } from './rows.store.ts';
import type { RunOptions, RunSource } from './run.ts';
import type { RunRow, RunsStore } from './runs.store.ts';
import { unpackSerialResult } from './serial-result.ts';

const rowsRead = 1000;

export interface ExportStores {
  runs: Pick<RunsStore, 'source'>;
  rows: RowsStore;
  chunks: ChunksStore;
  demo: boolean;
}

export interface ExportOptions {
  /** Columns to exclude. */
  without?: readonly string[];
  raw?: boolean;
  /**
   * `enrichedCSV` is comma-separated text without a byte order mark; the download keeps the format of the uploaded file.
   */
  asText?: boolean;
}

/** Shared by the preview and the file. */
export function planFor(
  { columns, profiles }: Pick<RunSource, 'columns' | 'profiles'>,
  { fieldMapping: mapping, fillBlankFields, purchaseDate, dateFormats: chosen }: RunOptions,
  excludedColumns: readonly string[] = [],
): EnrichPlan {
  const placing = { columns, mapping, purchaseDate: purchaseDate ?? undefined };
  const dateFormats = formatsOf(decideDates({ ...placing, profiles, chosen }));
  return planEnrichment({ ...placing, fillBlankFields, unticked: excludedColumns, dateFormats });
}

/** Pages of rows in file order; prefetches the next page while the current one is consumed. */
async function* pagesOf(rows: RowsStore, run: RunRow): AsyncGenerator<WrittenRow[]> {
  let next = rows.pageToWrite(run, 0, rowsRead);
  for (;;) {
    const batch = await next;
    const last = batch.at(-1);
    if (!last) return;
    // A short page means that rows are large, so the next request asks for fewer of them.
    next = rows.pageToWrite(run, last.row, Math.min(rowsRead, 2 * batch.length));
    // If the consumer stops early, this prefetch is never awaited; swallow its error.
    next.catch(() => undefined);
    yield batch;
  }
}

export interface EnrichedRow {
  row: WrittenRow;
  enrichment: EnrichmentValues;
}

const pendingReason = ({ status }: RunRow) =>
  status === 'cancelled' ? 'Not looked up: the run was cancelled.' : 'Not looked up yet.';

/** Every row with its result, in batches, in file order. */
export async function* readEnrichedRows(
  { rows, demo }: ExportStores,
  run: RunRow,
): AsyncGenerator<EnrichedRow[]> {
  const telling = { demo, now: new Date() };
  const pending = pendingReason(run);
  for await (const batch of pagesOf(rows, run)) {
    yield batch.map((row) => {
      const answer = row.answer && unpackSerialResult(row.answer);
      return { row, enrichment: toRowAnswer(row, answer, telling, pending) };
    });
  }
}

/** The file as text, in pieces. */
export async function* exportFile(
  stores: ExportStores,
  run: RunRow,
  { without = [], raw = false, asText = false }: ExportOptions = {},
): AsyncGenerator<string> {
  const source = await requireSource(stores, run);
  const plan = planFor(source, run.options, without);
  const writer = openWriter(source, { raw, asText });
  // A list without a header row stays without one, unless columns are added.
  const isBare = source.columns.every(({ header }) => header === null) && plan.header.length === plan.width;
  if (!isBare) yield writer.row(plan.header);
  const enrich = createEnricher(plan);
  for await (const batch of readEnrichedRows(stores, run)) {
    let text = '';
    for (const { row, enrichment } of batch) text += writer.row(enrich(row.cells, enrichment));
    yield text;
  }
}

function openWriter({ delimiter }: RunSource, { raw, asText }: { raw: boolean; asText: boolean }): CsvWriter {
  return createWriter({ delimiter: asText ? ',' : delimiter, bom: !asText, raw });
}

export async function requireSource({ runs }: ExportStores, run: RunRow): Promise<RunSource> {
  const source = run.hasSource ? await runs.source(run.key) : null;
  if (source) return source;
  throw new AppError('run_not_ready', { values: { status: run.status, action: 'read' } });
}
