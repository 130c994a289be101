import { type Column, nameColumns, unnamedColumns } from './columns.ts';
import { CsvError, type CsvLimits, csvLimits, formatNumber } from './csv-error.ts';
import { createDecoder } from './decoder.ts';
import type { Encoding } from './encoding.ts';
import { createNotices, type FileNotices } from './notices.ts';
import { type CsvRow, createReader, type UnclosedQuote } from './reader.ts';
import type { Sniffed } from './sniff.ts';

export interface TableReport extends FileNotices {
  /** Not counting the header. */
  rows: number;
  blankLines: number;
  encoding: Encoding;
}

export interface CsvTable {
  /** Returns the rows that these bytes complete, each at least as wide as the header. Throws a `CsvError`. */
  feed(bytes: Uint8Array): CsvRow[];
  end(): CsvRow[];
  /** Empty until the first row is read. */
  readonly columns: readonly Column[];
  report(): TableReport;
}

/** Databases reject NUL; U+FFFD replaces bytes that are invalid in the encoding. */
const hasOddCharacter = (text: string) => text.includes('\0') || text.includes('\uFFFD');

/**
 * The number of columns every row must have. A delimiter at the end of the header line adds an unnamed last column, which
 * is optional.
 */
function neededWidth(headers: readonly string[]): number {
  let width = headers.length;
  while (width > 0 && headers[width - 1]?.trim() === '') width -= 1;
  return width;
}

/** Reads a file of the sniffed format as rows with named columns, in chunks of any size. */
export function openTable(
  sniffed: Sniffed,
  limits: CsvLimits = csvLimits,
  unclosedQuote: UnclosedQuote = 'refuse',
): CsvTable {
  const notices = createNotices();
  const decoder = createDecoder(sniffed);
  const reader = createReader({ delimiter: sniffed.delimiter, limits, unclosedQuote });
  let columns: Column[] = [];
  let neededFields = 0;
  let isSeparatorLineDue = sniffed.hasSeparatorLine;
  let hasOddCharacters = false;
  let bytesRead = 0;
  let rowsRead = 0;

  function cleaned(cells: string[], line: number): string[] {
    if (cells.some((cell) => cell.includes('\uFFFD'))) notices.add('unreadable', line);
    if (!cells.some((cell) => cell.includes('\0'))) return cells;
    notices.add('nul', line);
    return cells.map((cell) => cell.replaceAll('\0', ''));
  }

  /** Blank fields beyond the header are dropped; others are kept after the columns. */
  function fitted(cells: string[], line: number): string[] {
    const width = columns.length;
    if (cells.length < width) {
      if (cells.length < neededFields) notices.addWidth('too-few-fields', line, cells.length, width);
      while (cells.length < width) cells.push('');
      return cells;
    }
    while (cells.length > width && cells.at(-1)?.trim() === '') cells.pop();
    if (cells.length > width) notices.addWidth('too-many-fields', line, cells.length, width);
    return cells;
  }

  function takeHeader(cells: string[]): boolean {
    columns = sniffed.hasHeader ? nameColumns(cells) : unnamedColumns(cells.length);
    neededFields = sniffed.hasHeader ? neededWidth(cells) : cells.length;
    return sniffed.hasHeader;
  }

  function countRow(line: number): void {
    rowsRead += 1;
    if (rowsRead <= limits.rows) return;
    const message = `The file has more than ${formatNumber(limits.rows)} rows. Line ${line} exceeds the limit.`;
    throw new CsvError('too-many-rows', message, line);
  }

  function take(read: CsvRow[]): CsvRow[] {
    const rows: CsvRow[] = [];
    for (const row of read) {
      if (isSeparatorLineDue) {
        isSeparatorLineDue = false;
        continue;
      }
      if (row.strayQuoteLine !== undefined) notices.add('stray-quote', row.strayQuoteLine);
      const cells = hasOddCharacters ? cleaned(row.cells, row.line) : row.cells;
      if (columns.length === 0 && takeHeader(cells)) continue;
      countRow(row.line);
      row.cells = cells.length === columns.length ? cells : fitted(cells, row.line);
      rows.push(row);
    }
    return rows;
  }

  function read(text: string): CsvRow[] {
    // A row may have started in an earlier chunk, so every cell is checked after the first unusual character.
    hasOddCharacters ||= hasOddCharacter(text);
    return take(reader.feed(text));
  }

  return {
    feed(bytes) {
      bytesRead += bytes.length;
      if (bytesRead > limits.bytes) {
        const size = formatNumber(Math.floor(limits.bytes / 1024 / 1024));
        const message = `The file is larger than ${size} MB. It was read up to line ${reader.line}.`;
        throw new CsvError('file-too-large', message, reader.line);
      }
      return read(decoder.decode(bytes));
    },
    end() {
      const rows = [...read(decoder.end()), ...take(reader.end())];
      if (rowsRead === 0) throw reader.unclosedQuote ?? new CsvError('empty', 'CSV file is empty');
      if (reader.unclosedQuote) notices.add('unclosed-quote', reader.unclosedQuote.line ?? 0);
      return rows;
    },
    get columns() {
      return columns;
    },
    report: () => ({
      rows: rowsRead,
      blankLines: reader.blankLines,
      encoding: decoder.encoding,
      ...notices.summary(),
    }),
  };
}
