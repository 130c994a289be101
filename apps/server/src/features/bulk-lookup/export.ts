import { answerOf, type RowAnswer } from '@warranty/domain/csv/answer';
import {
  createEnricher,
  type EnrichedRow,
  type EnrichPlan,
  planEnrichment,
} from '@warranty/domain/csv/enrich';
import { type CsvWriter, createWriter } from '@warranty/domain/csv/write';
import { AppError } from '../../platform/http/app-error.ts';
import { createAnswers, toRowResult } from './answered-rows.ts';
import type { ChunksStore } from './chunks.store.ts';
import type { PlacedRow, RowsStore } from './rows.store.ts';
import type { RunOptions, RunSource } from './run.ts';
import type { RunRow } from './runs.store.ts';

const rowsRead = 1000;

export interface ExportStores {
  rows: RowsStore;
  chunks: ChunksStore;
  demo: boolean;
}

export interface ExportOptions {
  /** Columns that are left out or left as they are. */
  without?: readonly string[];
  raw?: boolean;
  /** `enrichedCSV` is text with commas and no mark; the download keeps the file's own form. */
  asText?: boolean;
}

export function planFor(
  { columns, profiles }: RunSource,
  { fieldMapping, fillBlankFields, purchaseDate }: RunOptions,
  unticked: readonly string[] = [],
): EnrichPlan {
  return planEnrichment({
    columns,
    mapping: fieldMapping,
    fillBlankFields,
    purchaseDate: purchaseDate ?? undefined,
    unticked,
    formats: profiles.map((profile) => profile?.dates.format ?? null),
  });
}

/** Every row with what is written to it, some at a time, in the order of the file. */
export async function* enrichedRows(
  { rows, chunks, demo }: ExportStores,
  run: RunRow,
  plan: EnrichPlan,
): AsyncGenerator<{ row: PlacedRow; enriched: EnrichedRow }[]> {
  const enrich = createEnricher(plan);
  const answers = createAnswers(chunks, run.key);
  const now = new Date();
  for (let after = 0; ; ) {
    const some = await rows.page(run, after, rowsRead);
    const last = some.at(-1);
    if (!last) return;
    const found = await answers.of(some);
    yield some.map((row, at) => {
      const answer = found[at];
      const written: RowAnswer | null = answer ? answerOf(toRowResult(row, answer, demo, now)) : null;
      return { row, enriched: enrich(row.cells, written) };
    });
    after = last.row;
  }
}

/** The file as text, piece by piece. */
export async function* exportFile(
  stores: ExportStores,
  run: RunRow,
  { without = [], raw = false, asText = false }: ExportOptions = {},
): AsyncGenerator<string> {
  const source = demandSource(run);
  const plan = planFor(source, run.options, without);
  const writer = openWriter(source, { raw, asText });
  // A list without a header row gets none, unless columns are added to it.
  const isBare = source.columns.every(({ header }) => header === null) && plan.header.length === plan.width;
  if (!isBare) yield writer.row(plan.header);
  for await (const some of enrichedRows(stores, run, plan)) {
    let text = '';
    for (const { enriched } of some) text += writer.row(enriched.cells);
    yield text;
  }
}

function openWriter({ delimiter }: RunSource, { raw, asText }: { raw: boolean; asText: boolean }): CsvWriter {
  return createWriter({ delimiter: asText ? ',' : delimiter, bom: !asText, raw });
}

export function demandSource(run: RunRow): RunSource {
  if (run.source) return run.source;
  throw new AppError('run_not_ready', { values: { status: run.status, action: 'read' } });
}
