import type { Column } from './columns.ts';
import { CsvError, type CsvLimits, csvLimits, formatNumber } from './csv-error.ts';
import { createDecoder } from './decoder.ts';
import type { Encoding } from './encoding.ts';
import { createNotices, type FileNotices } from './notices.ts';
import { type CsvRow, createReader, type UnclosedQuote } from './reader.ts';
import type { Sniffed } from './sniff.ts';
import { createTableRows } from './table-rows.ts';

export interface TableReport extends FileNotices {
  /** Not counting the header. */
  rows: number;
  blankLines: number;
  encoding: Encoding;
}

export type CsvTable = ReturnType<typeof openTable>;

/** Databases reject NUL; U+FFFD replaces bytes that are invalid in the encoding. */
const hasOddCharacter = (text: string) => text.includes('\0') || text.includes('\uFFFD');

/** Reads a file of the sniffed format as rows with named columns, in chunks of any size. */
export function openTable(
  sniffed: Sniffed,
  limits: CsvLimits = csvLimits,
  unclosedQuote: UnclosedQuote = 'refuse',
) {
  const notices = createNotices();
  const decoder = createDecoder(sniffed);
  const reader = createReader({ delimiter: sniffed.delimiter, limits, unclosedQuote });
  const table = createTableRows({ hasHeader: sniffed.hasHeader, limits, notices });
  let isSeparatorLineDue = sniffed.hasSeparatorLine;
  let hasOddCharacters = false;
  let bytesRead = 0;

  function withoutSeparatorLine(read: CsvRow[]): CsvRow[] {
    if (read.length === 0 || !isSeparatorLineDue) return read;
    isSeparatorLineDue = false;
    return read.slice(1);
  }

  function read(text: string): CsvRow[] {
    // A row may have started in an earlier chunk, so every cell is checked after the first unusual character.
    hasOddCharacters ||= hasOddCharacter(text);
    return withoutSeparatorLine(reader.feed(text));
  }

  function readBytes(bytes: Uint8Array): CsvRow[] {
    bytesRead += bytes.length;
    if (bytesRead > limits.bytes) {
      const size = formatNumber(Math.floor(limits.bytes / 1024 / 1024));
      const message = `The file is larger than ${size} MB. It was read up to line ${reader.line}.`;
      throw new CsvError('file-too-large', message, reader.line);
    }
    return read(decoder.decode(bytes));
  }

  return {
    /** Returns the rows that these bytes complete, each at least as wide as the header. Throws a `CsvError`. */
    feed: (bytes: Uint8Array): CsvRow[] => table.take(readBytes(bytes), hasOddCharacters),
    /** Like `feed`, a few rows at a time. */
    *feedBatches(bytes: Uint8Array): Generator<CsvRow[]> {
      yield* table.takeBatches(readBytes(bytes), hasOddCharacters);
    },
    end(): CsvRow[] {
      const last = [...read(decoder.end()), ...withoutSeparatorLine(reader.end())];
      const rows = table.take(last, hasOddCharacters);
      if (table.rows() === 0) throw reader.unclosedQuote ?? new CsvError('empty', 'CSV file is empty');
      if (reader.unclosedQuote) notices.add('unclosed-quote', reader.unclosedQuote.line ?? 0);
      return rows;
    },
    /** Empty until the first row is read. */
    get columns(): readonly Column[] {
      return table.columns();
    },
    report: (): TableReport => ({
      rows: table.rows(),
      blankLines: reader.blankLines,
      encoding: decoder.encoding,
      ...notices.summary(),
    }),
  };
}
