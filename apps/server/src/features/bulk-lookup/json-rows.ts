import type { ErrorDetail } from '@warranty/contracts/errors';
import { csvLimits, formatNumber } from '@warranty/domain/csv/csv-error';
import { AppError } from '../../platform/http/app-error.ts';
import { maxDetails } from '../../platform/http/details.ts';

/** Total size of all members other than the rows. */
const maxOptionsSize = 256 * 1024;

/** Nesting depth of members other than the rows, and of values that are not rows. */
const maxDepth = 64;

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const endOfText = -1;

const refuse = (reason: string) => new AppError('file_refused', { values: { reason } });
const malformed = () => new AppError('invalid_request');

/** Scans JSON by position without building unneeded values. */
class Cursor {
  private readonly bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** The next byte that is not white space. */
  peek(): number {
    for (;;) {
      const byte = this.bytes[this.at] ?? endOfText;
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte;
      this.at += 1;
    }
  }

  /** Skips this byte if it is the next one. */
  skip(byte: number): boolean {
    if (this.peek() !== byte) return false;
    this.at += 1;
    return true;
  }

  expect(byte: number): void {
    if (!this.skip(byte)) throw malformed();
  }

  string(): string {
    if (this.peek() !== quote) throw malformed();
    const from = this.at;
    this.skipString();
    return parse(this.textFrom(from)) as string;
  }

  /** Skips any value; whether it is well formed is left to the parser. */
  skipValue(): void {
    const first = this.peek();
    if (first === quote) this.skipString();
    else if (first === openBrace || first === openBracket) this.skipNested();
    else this.skipWord();
  }

  /** The text from that position to the current one. */
  textFrom(from: number): string {
    return this.bytes.toString('utf8', from, this.at);
  }

  private skipString(): void {
    let at = this.at + 1;
    for (;;) {
      const close = this.bytes.indexOf(quote, at);
      if (close < 0) throw malformed();
      let slashes = 0;
      while (this.bytes[close - 1 - slashes] === backslash) slashes += 1;
      at = close + 1;
      if (slashes % 2 === 0) break;
    }
    this.at = at;
  }

  /** Skips past the bracket that closes the next one. */
  private skipNested(): void {
    let depth = 0;
    do {
      const byte = this.peek();
      if (byte === endOfText || depth > maxDepth) throw malformed();
      if (byte === quote) this.skipString();
      else this.at += 1;
      if (byte === openBrace || byte === openBracket) depth += 1;
      if (byte === closeBrace || byte === closeBracket) depth -= 1;
    } while (depth > 0);
  }

  private skipWord(): void {
    for (;;) {
      const byte = this.bytes[this.at] ?? endOfText;
      if (byte <= 0x20 || byte === comma || byte === closeBrace || byte === closeBracket) return;
      this.at += 1;
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed();
  }
}

/** A row as alternating names and cells. */
export type FlatRow = string[];

export interface JsonRows {
  /** The members other than the rows, not validated yet. */
  options: Record<string, unknown>;
  /** Throws an AppError for an invalid row. */
  rows(): Generator<FlatRow>;
}

/**
 * Reads the rows of a JSON body, `csvData`, one by one from its bytes: parsing a whole body of 32 MB would take up to
 * twenty times its size in memory.
 */
export function openJsonRows(bytes: Buffer): JsonRows {
  const options: Record<string, unknown> = {};
  let optionsSize = 0;
  let rowsAt: number | null = null;
  const cursor = new Cursor(bytes);
  cursor.expect(openBrace);
  for (let isFirst = true; !cursor.skip(closeBrace); isFirst = false) {
    if (!isFirst) cursor.expect(comma);
    const name = cursor.string();
    cursor.expect(colon);
    if (name === 'csvData' && cursor.peek() === openBracket) rowsAt = cursor.at;
    cursor.peek();
    const from = cursor.at;
    cursor.skipValue();
    if (name === 'csvData') continue;
    optionsSize += cursor.at - from;
    if (optionsSize > maxOptionsSize)
      throw new AppError('body_too_large', { values: { limit: maxOptionsSize } });
    // Not an assignment, because a member may be called `__proto__`.
    Object.defineProperty(options, name, {
      value: parse(cursor.textFrom(from)),
      enumerable: true,
      configurable: true,
    });
  }
  if (cursor.peek() !== endOfText) throw malformed();
  if (rowsAt === null) throw invalid([{ path: 'body.csvData', message: 'Must be an array of rows.' }]);
  const from = rowsAt;
  return { options, rows: () => readRows(new Cursor(bytes, from)) };
}

const invalid = (details: ErrorDetail[]) => new AppError('invalid_request', { details });

function* readRows(cursor: Cursor): Generator<FlatRow> {
  const details: ErrorDetail[] = [];
  const report = (path: string, message: string) => {
    details.push({ path: `body.csvData.${path}`, message });
    if (details.length === maxDetails) throw invalid(details);
  };
  cursor.expect(openBracket);
  for (let row = 0; !cursor.skip(closeBracket); row += 1) {
    if (row > 0) cursor.expect(comma);
    if (row >= csvLimits.rows) throw refuse(`There are more than ${formatNumber(csvLimits.rows)} rows.`);
    if (cursor.peek() === openBrace) yield readRow(cursor, row, report);
    else {
      cursor.skipValue();
      report(String(row), 'Each row must be an object.');
    }
  }
  if (details.length > 0) throw invalid(details);
}

function readRow(cursor: Cursor, row: number, report: (path: string, message: string) => void): FlatRow {
  const cells: FlatRow = [];
  cursor.expect(openBrace);
  for (let isFirst = true; !cursor.skip(closeBrace); isFirst = false) {
    if (!isFirst) cursor.expect(comma);
    if (cells.length >= 2 * csvLimits.columns)
      throw refuse(`Row ${row + 1} has more than ${formatNumber(csvLimits.columns)} columns.`);
    const name = cursor.string();
    cursor.expect(colon);
    if (cursor.peek() === quote) cells.push(cleaned(name, row), cleaned(cursor.string(), row));
    else {
      cursor.skipValue();
      report(`${row}.${name.slice(0, 100)}`, 'Each cell must be a string, number, boolean or null.');
    }
  }
  return cells;
}

/** Enforces the cell length limit of files and removes characters that PostgreSQL does not accept. */
function cleaned(text: string, row: number): string {
  if (text.length > csvLimits.cell)
    throw refuse(`Row ${row + 1} has a cell of more than ${formatNumber(csvLimits.cell)} characters.`);
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
}
