import { type Column, nameColumns, unnamedColumns } from './columns.ts';
import { CsvError, type CsvLimits, csvLimits, formatNumber } from './csv-error.ts';
import { createDecoder } from './decoder.ts';
import type { Encoding } from './encoding.ts';
import { createNotices, type FileNotices } from './notices.ts';
import { type CsvRow, createReader, type UnclosedQuote } from './reader.ts';
import type { Sniffed } from './sniff.ts';

export interface TableReport extends FileNotices {
  /** Below the header. */
  rows: number;
  blankLines: number;
  encoding: Encoding;
}

export interface CsvTable {
  /** The rows that these bytes complete, each at least as wide as the header. Throws a `CsvError`. */
  feed(bytes: Uint8Array): CsvRow[];
  end(): CsvRow[];
  /** Empty until the first row was read. */
  readonly columns: readonly Column[];
  report(): TableReport;
}

/** NUL is what no database takes; the other stands for what the encoding cannot tell. */
const hasOddCharacter = (text: string) => text.includes('\0') || text.includes('\uFFFD');

/** Columns that must be there: a delimiter at the end of the header line makes a last one without a name. */
function neededWidth(headers: readonly string[]): number {
  let width = headers.length;
  while (width > 0 && headers[width - 1]?.trim() === '') width -= 1;
  return width;
}

/** A file of the sniffed form as rows below its columns, in whatever pieces it comes. */
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

  /** Blank fields beyond the header say nothing; others are kept behind the columns. */
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
    const message = `The file has more than ${formatNumber(limits.rows)} rows; the first one beyond is in line ${line}.`;
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
    // A row may have begun in an earlier piece, so from the first odd character on every cell is looked at.
    hasOddCharacters ||= hasOddCharacter(text);
    return take(reader.feed(text));
  }

  return {
    feed(bytes) {
      bytesRead += bytes.length;
      if (bytesRead > limits.bytes) {
        const size = formatNumber(Math.floor(limits.bytes / 1024 / 1024));
        const message = `The file is larger than ${size} MB; it was read up to line ${reader.line}.`;
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
