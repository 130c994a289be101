import { type Column, nameColumns, unnamedColumns } from './columns.ts';
import { CsvError, type CsvLimits, formatNumber } from './csv-error.ts';
import type { Notices } from './notices.ts';
import type { CsvRow } from './reader.ts';

export interface TableRowsOptions {
  hasHeader: boolean;
  limits: CsvLimits;
  notices: Notices;
  /** Rows of a sheet end at their last cell, so a short one is not a mistake. */
  mayEndEarly?: boolean;
}

export type TableRows = ReturnType<typeof createTableRows>;

const maxBatchCells = 64 * 1024;

/**
 * The number of columns every row must have. A delimiter at the end of the header line adds an unnamed last column, which
 * is optional.
 */
function neededWidth(headers: readonly string[]): number {
  let width = headers.length;
  while (width > 0 && headers[width - 1]?.trim() === '') width -= 1;
  return width;
}

/** Turns the rows of any file into rows with named columns. */
export function createTableRows({ hasHeader, limits, notices, mayEndEarly = false }: TableRowsOptions) {
  let columns: Column[] = [];
  let neededFields = 0;
  let rowsRead = 0;

  function cleaned(cells: string[], line: number): string[] {
    const readable = cells.map((cell) => cell.toWellFormed());
    if (readable.some((cell) => cell.includes('\uFFFD'))) notices.add('unreadable', line);
    if (!readable.some((cell) => cell.includes('\0'))) return readable;
    notices.add('nul', line);
    return readable.map((cell) => cell.replaceAll('\0', ''));
  }

  /** Blank fields beyond the header are dropped; others are kept after the columns. */
  function fitted(cells: string[], line: number): string[] {
    const width = columns.length;
    if (cells.length < width) {
      if (cells.length < neededFields && !mayEndEarly)
        notices.addWidth('too-few-fields', line, cells.length, width);
      while (cells.length < width) cells.push('');
      return cells;
    }
    while (cells.length > width && cells.at(-1)?.trim() === '') cells.pop();
    if (cells.length > width) notices.addWidth('too-many-fields', line, cells.length, width);
    return cells;
  }

  function takeHeader(cells: string[]): boolean {
    columns = hasHeader ? nameColumns(cells) : unnamedColumns(cells.length);
    neededFields = hasHeader ? neededWidth(cells) : cells.length;
    return hasHeader;
  }

  function countRow(line: number): void {
    rowsRead += 1;
    if (rowsRead <= limits.rows) return;
    const message = `The file has more than ${formatNumber(limits.rows)} rows. Row ${line} exceeds the limit.`;
    throw new CsvError('too-many-rows', message, line);
  }

  /** Returns the rows below the header, each at least as wide as it. Every cell is checked if one may have odd characters. */
  function take(read: readonly CsvRow[], hasOddCharacters: boolean): CsvRow[] {
    const rows: CsvRow[] = [];
    for (const row of read) {
      if (row.hasStrayQuote) notices.add('stray-quote', row.line);
      const cells = hasOddCharacters ? cleaned(row.cells, row.line) : row.cells;
      if (columns.length === 0 && takeHeader(cells)) continue;
      countRow(row.line);
      row.cells = cells.length === columns.length ? cells : fitted(cells, row.line);
      rows.push(row);
    }
    return rows;
  }

  return {
    take,
    /**
     * Like `take`, a few rows at a time, which are removed from the list: short rows below a wide header take far more memory
     * than their text.
     */
    *takeBatches(read: CsvRow[], hasOddCharacters: boolean): Generator<CsvRow[]> {
      while (read.length > 0) {
        const count = Math.max(1, Math.floor(maxBatchCells / (columns.length || limits.columns)));
        const rows = take(read.splice(0, count), hasOddCharacters);
        if (rows.length > 0) yield rows;
      }
    },
    /** Empty until the first row is read. */
    columns: (): readonly Column[] => columns,
    /** Not counting the header. */
    rows: () => rowsRead,
  };
}
