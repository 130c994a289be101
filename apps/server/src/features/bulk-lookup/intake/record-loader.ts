import { createHash, type Hash } from 'node:crypto';
import { enhanceCsv, maxPreviewRows, previewCsv } from '@warranty/contracts/csv-enrichment';
import type { Column } from '@warranty/domain/csv/columns';
import { csvLimits, formatNumber } from '@warranty/domain/csv/csv-error';
import { createProfiler } from '@warranty/domain/csv/profile';
import type { CsvRow } from '@warranty/domain/csv/reader';
import * as z from 'zod/mini';
import { AppError } from '../../../platform/http/app-error.ts';
import { refuseUnstorable } from '../../../platform/http/bodies/storable-text.ts';
import { toDetails } from '../../../platform/http/details.ts';
import type { Slices } from '../../../platform/threads/tasks.ts';
import type { LoadedFile } from '../runs/run.ts';
import type {
  EnhanceOptions,
  LastLines,
  Lines,
  LoadTarget,
  OpenedRecords,
  PreviewedRecords,
  PreviewOptions,
} from './ingest-messages.ts';
import { type FlatRow, type JsonRows, openJsonRows } from './json-rows.ts';
import { createRowLoader } from './row-loader.ts';

const enhanceOptions = z.omit(enhanceCsv.body, { csvData: true });
const previewOptions = z.omit(previewCsv.body, { csvData: true });
/** Of rows that are read together: rows are padded to the width of all of them together. */
const batchSize = 500;
const maxBatchCells = 64 * 1024;
const maxBatchCharacters = 1024 * 1024;
/** In characters. */
const longRow = 64 * 1024;
/** The main thread writes them as JSON. */
const maxPreviewCharacters = 1_000_000;

/** Column positions by name, in order. */
type Places = Map<string, number>;

/** Enforces the column limit of files. `order` is needed because objects do not preserve the order of numeric names. */
function placesOf(order: readonly string[]) {
  const places: Places = new Map();
  const place = (name: string) => {
    if (places.has(name)) return;
    if (places.size >= csvLimits.columns) {
      const reason = `The rows have more than ${formatNumber(csvLimits.columns)} columns.`;
      throw new AppError('file_refused', { values: { reason } });
    }
    places.set(name, places.size);
  };
  for (const name of order) place(name);
  return { places, place };
}

function cellsOf(row: FlatRow, places: Places): string[] {
  const cells = new Array<string>(places.size).fill('');
  for (let index = 0; index < row.length; index += 2)
    cells[places.get(row[index] as string) as number] = row[index + 1] as string;
  return cells;
}

function checked<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const refusal = refuseUnstorable({ body: value });
  if (refusal) throw refusal;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError('invalid_request', { details: toDetails('body', result.error.issues) });
}

/**
 * Only allocations of more than 32 MB always get their own mapping and are returned to the system when freed; their
 * untouched pages cost nothing. Smaller ones of a few megabytes stay with the process for good.
 */
const ownMapping = 33 * 1024 * 1024;
const largeBody = 1024 * 1024;

/** Concatenates the segments of a body and releases each one as soon as it is copied. */
export function joinSegments(segments: readonly Uint8Array[]): Buffer<ArrayBuffer> {
  const length = segments.reduce((sum, segment) => sum + segment.length, 0);
  const room = length > largeBody ? Math.max(length, ownMapping) : length;
  const whole = Buffer.allocUnsafeSlow(room).subarray(0, length);
  let at = 0;
  for (const segment of segments) {
    whole.set(segment, at);
    at += segment.length;
    (segment.buffer as ArrayBuffer).transfer(0);
  }
  return whole;
}

function columnsOf(places: Places, headers: readonly string[] = []): Column[] {
  return [...places.keys()].map((name, index) => ({ name, header: headers[index] ?? name }));
}

export type RecordLoader = Awaited<ReturnType<typeof openRecordLoader>>;

/** Loads the rows of a JSON body like a comma-separated file. They are read twice, because any row can add columns. */
export async function openRecordLoader(body: Buffer<ArrayBuffer>, slices: Slices) {
  const json = await openJsonRows(body, slices);
  const options: EnhanceOptions = checked(enhanceOptions, json.options);
  const { places, place } = placesOf(options.columns ?? []);
  const opened = { options, ...(await survey(json, place, slices)) } satisfies OpenedRecords;
  if (opened.rows === 0) throw new AppError('invalid_request');
  const columns = columnsOf(places, options.headers);

  return {
    opened,

    /** Each call of `next` continues until there is about a megabyte of lines; `done` after the last row. */
    start(target: LoadTarget, maxRows: number) {
      const loader = createRowLoader(target, maxRows);
      const rows = json.rows();
      // The header is line 1.
      let line = 1;

      async function nextBatch(): Promise<CsvRow[]> {
        const batch: CsvRow[] = [];
        let cells = 0;
        let characters = 0;
        while (batch.length < batchSize && cells < maxBatchCells && characters < maxBatchCharacters) {
          const { value, done } = rows.next();
          if (done) break;
          if (slices.isSliceOver()) await slices.nextSlice();
          if (!value) continue;
          line += 1;
          cells += places.size;
          characters += lengthOf(value);
          batch.push({ line, cells: cellsOf(value, places) });
        }
        return batch;
      }

      function finish(): LoadedFile {
        const { delimiter = ',' } = options;
        const form = { format: 'csv', delimiter, encoding: 'utf-8' } as const;
        return loader.finish(columns, { ...form, notices: [], noticesCount: 0 });
      }

      return {
        bytes: loader.bytes,
        close: loader.free,
        async next(): Promise<Lines | LastLines> {
          for (;;) {
            const batch = await nextBatch();
            await loader.take(batch, columns, slices);
            const isLast = batch.length === 0;
            const lines = loader.takePieces(isLast);
            if (isLast) return { lines, rows: loader.rows(), file: finish() };
            if (lines.length > 0) return { lines, rows: loader.rows() };
          }
        },
      };
    },
  };
}

/** What must be known about all rows before the first one is loaded. */
async function survey(json: JsonRows, place: (name: string) => void, slices: Slices) {
  const hash = createHash('sha256');
  let rows = 0;
  for (const row of json.rows()) {
    if (slices.isSliceOver()) await slices.nextSlice();
    if (!row) continue;
    rows += 1;
    for (let index = 0; index < row.length; index += 2) place(row[index] as string);
    if (lengthOf(row) < longRow) hash.update(JSON.stringify(row));
    else await hashLong(hash, row, slices);
  }
  return { rows, hash: hash.digest('hex') };
}

const lengthOf = (row: FlatRow) => row.reduce((sum, text) => sum + text.length, 0);

/** As if the row was hashed at once. */
async function hashLong(hash: Hash, row: FlatRow, slices: Slices): Promise<void> {
  for (const [index, text] of row.entries()) {
    hash.update((index === 0 ? '[' : ',') + JSON.stringify(text));
    if (slices.isSliceOver()) await slices.nextSlice();
  }
  hash.update(']');
}

function refuseLongPreview(): never {
  const reason = `The first rows have more than ${formatNumber(maxPreviewCharacters)} characters.`;
  throw new AppError('file_refused', { values: { reason } });
}

/** Only the first rows are shown, but all of them determine the date formats. */
export async function previewRecords(body: Buffer<ArrayBuffer>, slices: Slices): Promise<PreviewedRecords> {
  const json = await openJsonRows(body, slices);
  const options: PreviewOptions = checked(previewOptions, json.options);
  const { places, place } = placesOf(options.columns ?? []);
  await survey(json, place, slices);
  const columns = columnsOf(places);
  if (columns.length === 0) throw new AppError('invalid_request');
  const profiler = createProfiler(columns.length);
  const firstRows: string[][] = [];
  const shown = Math.min(options.previewLimit, maxPreviewRows);
  let shownCharacters = 0;
  for (const row of json.rows()) {
    if (slices.isSliceOver()) await slices.nextSlice();
    if (!row) continue;
    const cells = cellsOf(row, places);
    profiler.add(cells);
    if (firstRows.length === shown) continue;
    shownCharacters += lengthOf(cells);
    if (shownCharacters > maxPreviewCharacters) refuseLongPreview();
    firstRows.push(cells);
  }
  return { options, columns, profiles: profiler.profiles(), firstRows };
}
