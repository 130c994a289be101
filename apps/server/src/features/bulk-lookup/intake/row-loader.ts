import type { Column } from '@warranty/domain/csv/columns';
import { columnIndex } from '@warranty/domain/csv/columns';
import { countRow, noManufacturerStats } from '@warranty/domain/csv/manufacturer-stats';
import type { FileNotices } from '@warranty/domain/csv/notices';
import { type ColumnProfile, createProfiler } from '@warranty/domain/csv/profile';
import type { CsvRow } from '@warranty/domain/csv/reader';
import { createRowReader, type RowReader, type RowReading, vendorOf } from '@warranty/domain/csv/row';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Slices } from '../../../platform/threads/tasks.ts';
import { createLineWriter } from '../reading/line-writer.ts';
import { correctionsOf, type LoadedFile, type RunOptions } from '../runs/run.ts';
import type { LoadTarget } from './ingest-messages.ts';
import type { FileRow } from './rows.store.ts';

/** Results for values that rows share, at most. */
const cachedBytes = { perRow: 512, max: 4 * 1024 * 1024 };

/** Data about a file other than its rows, known at the end. */
export type FileReport = Pick<LoadedFile, 'format' | 'notices' | 'noticesCount'> & {
  delimiter: string;
  encoding: string;
};

/** Turns rows into COPY lines, each with its vendor and serial, and summarizes the file. */
export function createRowLoader(target: LoadTarget, maxRows: number) {
  const lines = createLineWriter();
  const corrections = correctionsOf(target.options);
  const { counts, count } = createRowCounter();
  let totalRows = 0;
  let reading: Reading | null = null;

  function toRow({ line, cells }: CsvRow, { read, profile }: Reading): FileRow {
    totalRows += 1;
    if (totalRows > maxRows) throw new AppError('too_many_rows');
    profile(cells);
    const found = read(cells, corrections.get(totalRows));
    return count(found, toFileRow(totalRows, line, cells, found));
  }

  return {
    async take(rows: readonly CsvRow[], columns: readonly Column[], slices: Slices): Promise<void> {
      if (rows.length === 0) return;
      reading ??= openReading(columns, target.options);
      for (const row of rows) {
        const written = lines.add(target, toRow(row, reading), slices);
        if (written) await written;
        if (slices.isSliceOver()) await slices.nextSlice();
      }
    },

    rows: () => totalRows,
    takePieces: lines.takePieces,
    hasPiece: lines.hasPiece,
    free: lines.free,
    /** What it keeps in memory. */
    bytes: () => lines.bytes() + Math.min(totalRows * cachedBytes.perRow, cachedBytes.max),

    finish(columns: readonly Column[], { delimiter, encoding, ...report }: FileReport): LoadedFile {
      if (!reading) throw new AppError('file_empty');
      const source = { columns, profiles: reading.profiles(), delimiter, encoding };
      return { ...report, ...counts, source, totalRows };
    },
  };
}

interface Reading {
  read: RowReader;
  profile(cells: readonly string[]): void;
  profiles(): (ColumnProfile | null)[];
}

/** Only the mapped columns are profiled: their content determines the formats in which they are written. */
function openReading(
  columns: readonly Column[],
  { fieldMapping, purchaseDate, vendors }: RunOptions,
): Reading {
  if (columnIndex(columns, fieldMapping.modelNumber) < 0) throw new AppError('columns_missing');
  const named = new Set(Object.values(fieldMapping));
  if (purchaseDate?.mode === 'update') named.add(purchaseDate.column);
  const watched = columns.flatMap(({ name }, index) => (named.has(name) ? [index] : []));
  const profiler = createProfiler(watched.length);
  return {
    read: createRowReader({ columns, mapping: fieldMapping, vendors }),
    profile: (cells) => profiler.add(watched.map((at) => cells[at] ?? '')),
    profiles() {
      const found = profiler.profiles();
      return columns.map((_, index) => found[watched.indexOf(index)] ?? null);
    },
  };
}

export function toFileRow(row: number, line: number, cells: string[], found: RowReading): FileRow {
  const { action, identifier, manufacturer, reason } = found;
  return {
    row,
    line,
    vendor: vendorOf(found),
    serial: identifier || null,
    manufacturer,
    outcome: action === 'look-up' ? null : action,
    reason,
    cells,
  };
}

/** Counts what was found in rows: those that are not processed, and those of them that a vendor could look up. */
export function createRowCounter() {
  const manufacturerStats = { ...noManufacturerStats };
  const unprocessed: LoadedFile['unprocessed'] = {};
  const counts = { skipped: 0, notProcessed: 0, unprocessed, manufacturerStats };
  return {
    counts,
    /** Returns the row. */
    count(found: RowReading, row: FileRow): FileRow {
      const { outcome, vendor } = row;
      countRow(manufacturerStats, found);
      if (outcome === 'skipped') counts.skipped += 1;
      if (outcome === 'not-processed') {
        counts.notProcessed += 1;
        if (vendor !== null) unprocessed[vendor] = (unprocessed[vendor] ?? 0) + 1;
      }
      return row;
    },
  };
}

const maxNotices = 100;

export function toNotices({ notices, counts }: FileNotices): Pick<LoadedFile, 'notices' | 'noticesCount'> {
  return {
    notices: notices.slice(0, maxNotices).map(({ line, message }) => ({ line, message })),
    noticesCount: Object.values(counts).reduce((sum, count) => sum + count, 0),
  };
}
