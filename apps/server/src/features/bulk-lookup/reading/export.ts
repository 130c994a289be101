import { correctedFields, correctedValues } from '@warranty/domain/csv/corrections';
import { decideDates, formatsOf } from '@warranty/domain/csv/date-decision';
import { createEnricher, type EnrichPlan, planEnrichment } from '@warranty/domain/csv/enrich';
import type { EnrichmentValues } from '@warranty/domain/csv/enrichment-values';
import { createWriter } from '@warranty/domain/csv/write';
import { workbookFile } from '@warranty/domain/xlsx/workbook-file';
import type { Engine } from '../../../lookups/engine/engine.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { maxPartBytes, writeZip } from '../../../platform/zip/write-zip.ts';
import type { StoredRow, WrittenRow } from '../intake/rows.store.ts';
import { notReady } from '../runs/present-run.ts';
import { correctionsOf, type RunOptions, type RunRow, type RunSource } from '../runs/run.ts';
import type { Stores } from '../stores.ts';
import { comparerFor } from './comparer.ts';
import { patchWorkbook } from './patch-workbook.ts';
import { everyRow, isEveryRow, listedMatcher, type RowFilter } from './result-filter.ts';
import { serialResultOf, toEnrichment, toListedResult } from './row-results.ts';
import { storedSource } from './stored-source.ts';

/** Few enough that requests are not delayed while they are computed. */
const rowsRead = 500;

export interface ExportStores extends Pick<Stores, 'runs' | 'rows' | 'workbooks'>, Pick<Engine, 'chunks'> {
  demo: boolean;
}

export interface ExportOptions {
  /** Columns to exclude. */
  without?: readonly string[];
  /** All rows if it is missing. */
  wanted?: RowFilter;
  raw?: boolean;
  /**
   * `enrichedCSV` is comma-separated text without a byte order mark; the download keeps the format of the uploaded file.
   */
  asText?: boolean;
}

type WorkbookOptions = Pick<ExportOptions, 'without' | 'wanted'>;

/** Shared by the preview and the file. */
export function planFor(
  { columns, profiles }: Pick<RunSource, 'columns' | 'profiles'>,
  { fieldMapping: mapping, fillBlankFields, purchaseDate, dateFormats: chosen, corrections = [] }: RunOptions,
  excludedColumns: readonly string[] = [],
): EnrichPlan {
  const placing = { columns, mapping, purchaseDate: purchaseDate ?? undefined };
  const dateFormats = formatsOf(decideDates({ ...placing, profiles, chosen }));
  return planEnrichment({
    ...placing,
    fillBlankFields,
    unticked: excludedColumns,
    dateFormats,
    profiles,
    correctedFields: correctedFields(corrections),
  });
}

/** Pages of rows in file order; prefetches the next page while the current one is consumed. */
async function* pagesOf<R extends { row: number }>(
  read: (after: number, limit: number) => Promise<R[]>,
): AsyncGenerator<R[]> {
  let next = read(0, rowsRead);
  for (;;) {
    const batch = await next;
    const last = batch.at(-1);
    if (!last) return;
    // A short page means that rows are large, so the next request asks for fewer of them.
    next = read(last.row, Math.min(rowsRead, 2 * batch.length));
    // If the consumer stops early, this prefetch is never awaited; swallow its error.
    next.catch(() => undefined);
    yield batch;
  }
}

export interface EnrichedRow {
  row: WrittenRow;
  enrichment: EnrichmentValues;
}

export const pendingReason = ({ status }: RunRow) =>
  status === 'cancelled' ? 'Not looked up: the run was cancelled.' : 'Not looked up yet.';

async function* filteredPages(stores: ExportStores, run: RunRow, wanted: RowFilter, now: Date) {
  const { compare } = comparerFor(await requireSource(stores, run), run.options);
  const isListed = listedMatcher(wanted, now);
  const matches = (row: StoredRow) => {
    const result = serialResultOf(row);
    if (!isListed(toListedResult(row, result, now))) return false;
    return wanted.filter !== 'differs' || compare(row, row.cells, result).length > 0;
  };
  for await (const batch of pagesOf((after, limit) => stores.rows.page(run, after, limit)))
    yield batch.filter(matches);
}

/** Every row, or those that match the filter, with its result, in batches, in file order. */
export async function* readEnrichedRows(
  stores: ExportStores,
  run: RunRow,
  wanted: RowFilter = everyRow,
): AsyncGenerator<EnrichedRow[]> {
  const context = { demo: stores.demo, now: new Date() };
  const pending = pendingReason(run);
  const corrections = correctionsOf(run.options);
  // Fewer columns are read where there is no filter.
  const pages: AsyncGenerator<WrittenRow[]> = isEveryRow(wanted)
    ? pagesOf((after, limit) => stores.rows.pageToWrite(run, after, limit))
    : filteredPages(stores, run, wanted, context.now);
  for await (const batch of pages) {
    yield batch.map((row) => {
      const enrichment = toEnrichment(row, serialResultOf(row), context, pending);
      const correction = corrections.get(row.row);
      if (correction) Object.assign(enrichment, correctedValues(correction));
      return { row, enrichment };
    });
  }
}

/** The header of the file, or null, and its rows in batches, each as it is written. */
async function openExport(
  stores: ExportStores,
  run: RunRow,
  { without = [], wanted = everyRow }: WorkbookOptions,
) {
  const source = await requireSource(stores, run);
  const plan = planFor(source, run.options, without);
  // A list without a header row stays without one, unless columns are added.
  const isBare = source.columns.every(({ header }) => header === null) && plan.header.length === plan.width;
  const enrich = createEnricher(plan);
  async function* batches(): AsyncGenerator<string[][]> {
    for await (const batch of readEnrichedRows(stores, run, wanted))
      yield batch.map(({ row, enrichment }) => enrich(row.cells, enrichment));
  }
  return { source, header: isBare ? null : plan.header, width: plan.header.length, batches: batches() };
}

/** The file as text, in pieces. */
export async function* exportFile(
  stores: ExportStores,
  run: RunRow,
  { raw = false, asText = false, ...chosen }: ExportOptions = {},
): AsyncGenerator<string> {
  const { source, header, batches } = await openExport(stores, run, chosen);
  const delimiter = asText ? ',' : source.delimiter;
  const writer = createWriter({ delimiter, bom: !asText, raw });
  if (header) yield writer.row(header);
  for await (const batch of batches) {
    let text = '';
    for (const cells of batch) text += writer.row(cells);
    yield text;
  }
}

/** XML around the text of a cell. */
const cellOverheadBytes = 64;
/** The text of all cells; a file has at most 500 MB, and escapes make some of it longer. */
const textBytes = 1024 ** 3;

/** The file as a new workbook, in pieces. */
async function newWorkbook(stores: ExportStores, run: RunRow, chosen: WorkbookOptions) {
  const { header, width, batches } = await openExport(stores, run, chosen);
  if (run.totalRows * width * cellOverheadBytes + textBytes > maxPartBytes)
    throw new AppError('workbook_too_large');
  return writeZip(workbookFile(header, batches));
}

/** All rows in the workbook that was uploaded, if it was stored. Otherwise, and for some of the rows, in a new one. */
export async function exportWorkbook(
  stores: ExportStores,
  run: RunRow,
  source: RunSource,
  chosen: WorkbookOptions,
): Promise<AsyncGenerator<Buffer>> {
  const { workbook, profiles } = source;
  if (!workbook || !isEveryRow(chosen.wanted ?? everyRow)) return newWorkbook(stores, run, chosen);
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

interface SourceStore {
  runs: Pick<Stores['runs'], 'source'>;
}

export async function requireSource({ runs }: SourceStore, run: RunRow): Promise<RunSource> {
  const source = run.hasSource ? await runs.source(run.key) : null;
  if (source) return source;
  throw notReady(run, 'read');
}
