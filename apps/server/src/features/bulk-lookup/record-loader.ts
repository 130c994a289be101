import { createHash } from 'node:crypto';
import { enhanceCsv, maxPreviewRows, previewCsv } from '@warranty/contracts/bulk-lookup';
import type { Column } from '@warranty/domain/csv/columns';
import { csvLimits, formatNumber } from '@warranty/domain/csv/csv-error';
import { createProfiler } from '@warranty/domain/csv/profile';
import type { CsvRow } from '@warranty/domain/csv/reader';
import * as z from 'zod/mini';
import { AppError } from '../../platform/http/app-error.ts';
import { toDetails } from '../../platform/http/details.ts';
import { refuseUnstorable } from '../../platform/http/storable-text.ts';
import type {
  EnhanceOptions,
  LoadTarget,
  OpenedRecords,
  PreviewedRecords,
  PreviewOptions,
} from './ingest-messages.ts';
import { type FlatRow, type JsonRows, openJsonRows } from './json-rows.ts';
import { createRowLoader } from './row-loader.ts';
import type { LoadedFile } from './run.ts';

const enhanceOptions = z.omit(enhanceCsv.body, { csvData: true });
const previewOptions = z.omit(previewCsv.body, { csvData: true });
/** Rows read per batch. */
const batchSize = 500;

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

/** Concatenates the segments and releases each one as soon as it is copied. */
function joined(segments: readonly Uint8Array[]): Buffer {
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

export type RecordLoader = ReturnType<typeof openRecordLoader>;

/** Loads the rows of a JSON body like a comma-separated file. They are read twice, because any row can add columns. */
export function openRecordLoader(segments: readonly Uint8Array[]) {
  const json = openJsonRows(joined(segments));
  const options: EnhanceOptions = checked(enhanceOptions, json.options);
  const { places, place } = placesOf(options.columns ?? []);
  const opened = { options, ...survey(json, place) } satisfies OpenedRecords;
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

      function nextBatch(): CsvRow[] {
        const batch: CsvRow[] = [];
        while (batch.length < batchSize) {
          const { value, done } = rows.next();
          if (done) break;
          line += 1;
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
        next(): { lines: Uint8Array<ArrayBuffer>[]; rows: number; file?: LoadedFile } {
          for (;;) {
            const batch = nextBatch();
            loader.take(batch, columns);
            const isLast = batch.length < batchSize;
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
function survey(json: JsonRows, place: (name: string) => void): { rows: number; hash: string } {
  const hash = createHash('sha256');
  let rows = 0;
  for (const row of json.rows()) {
    rows += 1;
    for (let index = 0; index < row.length; index += 2) place(row[index] as string);
    hash.update(JSON.stringify(row));
  }
  return { rows, hash: hash.digest('hex') };
}

/** Only the first rows are shown, but all of them determine the date formats. */
export function previewRecords(segments: readonly Uint8Array[]): PreviewedRecords {
  const json = openJsonRows(joined(segments));
  const options: PreviewOptions = checked(previewOptions, json.options);
  const { places, place } = placesOf(options.columns ?? []);
  survey(json, place);
  const columns = columnsOf(places);
  if (columns.length === 0) throw new AppError('invalid_request');
  const profiler = createProfiler(columns.length);
  const firstRows: string[][] = [];
  const shown = Math.min(options.previewLimit, maxPreviewRows);
  for (const row of json.rows()) {
    const cells = cellsOf(row, places);
    profiler.add(cells);
    if (firstRows.length < shown) firstRows.push(cells);
  }
  return { options, columns, profiles: profiler.profiles(), firstRows };
}
