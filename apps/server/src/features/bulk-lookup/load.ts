import type { FileNotice } from '@warranty/contracts/bulk-lookup';
import type { Column } from '@warranty/domain/csv/columns';
import { columnIndex } from '@warranty/domain/csv/columns';
import { CsvError } from '@warranty/domain/csv/csv-error';
import { countRow, noManufacturerStats } from '@warranty/domain/csv/maker-stats';
import { type ColumnProfile, createProfiler } from '@warranty/domain/csv/profile';
import type { CsvRow } from '@warranty/domain/csv/reader';
import { createRowReader, type RowReading } from '@warranty/domain/csv/row';
import { AppError } from '../../platform/http/app-error.ts';
import { copyLine, type FileRow, type RowsStore } from './rows.store.ts';
import type { RunOptions } from './run.ts';
import type { LoadedFile, RunRow } from './runs.store.ts';

/** Bytes of rows that go to the database together. */
const pieceSize = 1024 * 1024;

/** Rows below their columns, from whatever they come. */
export interface RowSource {
  /** Complete once the first rows have come. */
  readonly columns: readonly Column[];
  rows(): AsyncIterable<readonly CsvRow[]>;
  /** When all rows have come. */
  report(): { delimiter: string; encoding: string; notices: FileNotice[]; noticesCount: number };
}

export interface LoadLimits {
  /** Rows that may still be stored, and the words for when they are exceeded. */
  mostRows: number;
  refuse(): AppError;
}

/** Rows into the database as they come, each with what it asks for; what they are as a whole is returned. */
export async function loadRows(
  store: Pick<RowsStore, 'copyIn'>,
  run: Pick<RunRow, 'key' | 'day' | 'options'>,
  source: RowSource,
  limits: LoadLimits,
): Promise<LoadedFile> {
  const stats = { ...noManufacturerStats };
  const counts = { total: 0, skipped: 0, notProcessed: 0 };
  let reading: Reading | null = null;
  let piece = '';
  let onItsWay = Promise.resolve();

  /** The database takes one piece while the next is being read. */
  async function send(): Promise<void> {
    const lines = piece;
    piece = '';
    await onItsWay;
    onItsWay = store.copyIn(lines);
    // A failure is told when it is waited for; until then nobody looks at it.
    onItsWay.catch(() => undefined);
  }

  function take({ line, cells }: CsvRow, { read, profile }: Reading): void {
    counts.total += 1;
    if (counts.total > limits.mostRows) throw limits.refuse();
    profile(cells);
    const found = read(cells);
    countRow(stats, found);
    if (found.fate === 'skipped') counts.skipped += 1;
    if (found.fate === 'not-processed') counts.notProcessed += 1;
    piece += copyLine(run, toFileRow(counts.total, line, cells, found));
  }

  try {
    for await (const rows of source.rows()) {
      if (rows.length === 0) continue;
      reading ??= openReading(source.columns, run.options);
      for (const row of rows) take(row, reading);
      if (piece.length >= pieceSize) await send();
    }
    if (!reading) throw new AppError('file_empty');
    await send();
  } finally {
    // Also of a file that is refused: its rows are removed next, and none may come after that.
    await onItsWay;
  }
  const profiles = reading.profiles();
  const { notices, noticesCount, delimiter, encoding } = source.report();
  return {
    source: { columns: source.columns, profiles, delimiter, encoding },
    totalRows: counts.total,
    skipped: counts.skipped,
    notProcessed: counts.notProcessed,
    manufacturerStats: stats,
    notices,
    noticesCount,
  };
}

interface Reading {
  read(cells: readonly string[]): RowReading;
  profile(cells: readonly string[]): void;
  profiles(): (ColumnProfile | null)[];
}

/** Only the columns that the mapping names are looked at closely: what they hold decides how they are written. */
function openReading(
  columns: readonly Column[],
  { fieldMapping, purchaseDate, vendors }: RunOptions,
): Reading {
  if (columnIndex(columns, fieldMapping.modelNumber) < 0) throw new AppError('columns_missing');
  const named = new Set(Object.values(fieldMapping));
  if (purchaseDate?.mode === 'update') named.add(purchaseDate.column);
  const watched = columns.flatMap(({ name }, at) => (named.has(name) ? [at] : []));
  const profiler = createProfiler(watched.length);
  return {
    read: createRowReader({ columns, mapping: fieldMapping, vendors }),
    profile: (cells) => profiler.add(watched.map((at) => cells[at] ?? '')),
    profiles() {
      const found = profiler.profiles();
      return columns.map((_, at) => found[watched.indexOf(at)] ?? null);
    },
  };
}

export function toFileRow(row: number, line: number, cells: string[], found: RowReading): FileRow {
  const { fate, identifier, maker, reason } = found;
  const isAsked = fate === 'look-up';
  return {
    row,
    line,
    vendor: isAsked ? maker : null,
    serial: identifier || null,
    maker,
    outcome: isAsked ? null : fate,
    reason,
    cells,
  };
}

/** A file that cannot be read, in the words of the catalog. */
export function toFileError(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'empty') return new AppError('file_empty');
  return new AppError('file_refused', { values: { reason: error.message }, cause: error });
}
