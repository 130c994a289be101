import type { ErrorDetail } from '@warranty/contracts/core/errors';
import { csvLimits, formatNumber } from '@warranty/domain/csv/csv-error';
import { AppError } from '../../../platform/http/app-error.ts';
import { maxDetails } from '../../../platform/http/details.ts';
import type { Slices } from '../../../platform/threads/tasks.ts';

/** Total size of all members other than the rows. */
const maxOptionsSize = 256 * 1024;

/** Nesting depth of members other than the rows, and of values that are not rows. */
const maxDepth = 64;

/** Of a text, a number or white space: longer ones cannot be part of a valid row, and are read in one go. */
const maxTokenBytes = 320 * 1024;

/** After this many bytes, other work may go first. */
const stepBytes = 64 * 1024;

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
    for (let spaces = 0; spaces < maxTokenBytes; spaces += 1) {
      const byte = this.bytes[this.at] ?? endOfText;
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte;
      this.at += 1;
    }
    throw malformed();
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

  /** Skips any value, in steps; whether it is well formed is left to the parser. */
  *skipValue(): Generator<void> {
    const first = this.peek();
    if (first === quote) this.skipString();
    else if (first === openBrace || first === openBracket) yield* this.skipNested();
    else this.skipWord();
  }

  /** The text from that position to the current one. */
  textFrom(from: number): string {
    return this.bytes.toString('utf8', from, this.at);
  }

  /** Byte by byte: a search for the next quote would be a native call for each escaped one. */
  private skipString(): void {
    const last = this.at + maxTokenBytes;
    for (let at = this.at + 1; at <= last; at += 1) {
      const byte = this.bytes[at];
      if (byte === undefined) throw malformed();
      if (byte === backslash) at += 1;
      if (byte !== quote) continue;
      this.at = at + 1;
      return;
    }
    throw refuse(`There is a text of more than ${formatNumber(maxTokenBytes)} bytes.`);
  }

  /** Skips past the bracket that closes the next one. */
  private *skipNested(): Generator<void> {
    let depth = 0;
    let step = this.at;
    do {
      if (this.at - step > stepBytes) {
        step = this.at;
        yield;
      }
      const byte = this.peek();
      if (byte === endOfText || depth > maxDepth) throw malformed();
      if (byte === quote) this.skipString();
      else this.at += 1;
      if (byte === openBrace || byte === openBracket) depth += 1;
      if (byte === closeBrace || byte === closeBracket) depth -= 1;
    } while (depth > 0);
  }

  private skipWord(): void {
    for (let length = 0; length < maxTokenBytes; length += 1) {
      const byte = this.bytes[this.at] ?? endOfText;
      if (byte <= 0x20 || byte === comma || byte === closeBrace || byte === closeBracket) return;
      this.at += 1;
    }
    throw malformed();
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
  /** Throws an AppError for an invalid row. Null after a part of a long row, so that other work can go first. */
  rows(): Generator<FlatRow | null>;
}

/**
 * Reads the rows of a JSON body, `csvData`, one by one from its bytes: parsing a whole body of 32 MB would take up to
 * twenty times its size in memory.
 */
export async function openJsonRows(bytes: Buffer, slices: Slices): Promise<JsonRows> {
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
    for (const _ of cursor.skipValue()) if (slices.isSliceOver()) await slices.nextSlice();
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

function* readRows(cursor: Cursor): Generator<FlatRow | null> {
  const details: ErrorDetail[] = [];
  const report = (path: string, message: string, isLast: boolean) => {
    details.push({ path: `body.csvData.${path}`, message });
    if (details.length === maxDetails || isLast) throw invalid(details);
  };
  cursor.expect(openBracket);
  for (let row = 0; !cursor.skip(closeBracket); row += 1) {
    if (row > 0) cursor.expect(comma);
    if (row >= csvLimits.rows) throw refuse(`There are more than ${formatNumber(csvLimits.rows)} rows.`);
    if (cursor.peek() !== openBrace) {
      report(String(row), 'Each row must be an object.', skipInvalid(cursor));
      continue;
    }
    const cells: FlatRow = [];
    let step = cursor.at;
    cursor.expect(openBrace);
    for (let isFirst = true; !cursor.skip(closeBrace); isFirst = false) {
      if (!isFirst) cursor.expect(comma);
      const problem = readCell(cursor, row, cells);
      if (problem) report(problem.path, problem.message, problem.isLong);
      if (cursor.at - step <= stepBytes) continue;
      step = cursor.at;
      yield null;
    }
    yield cells;
  }
  if (details.length > 0) throw invalid(details);
}

/** Returns what is wrong with the cell, or adds its name and text to the cells. */
function readCell(cursor: Cursor, row: number, cells: FlatRow): (ErrorDetail & { isLong: boolean }) | null {
  if (cells.length >= 2 * csvLimits.columns)
    throw refuse(`Row ${row + 1} has more than ${formatNumber(csvLimits.columns)} columns.`);
  const name = cursor.string();
  cursor.expect(colon);
  if (cursor.peek() === quote) {
    cells.push(cleaned(name, row), cleaned(cursor.string(), row));
    return null;
  }
  return {
    path: `${row}.${name.slice(0, 100)}`,
    message: 'Each cell must be a string, number, boolean or null.',
    isLong: skipInvalid(cursor),
  };
}

/** Skips a value that is not allowed. True if it is so long that what follows is not read. */
function skipInvalid(cursor: Cursor): boolean {
  return cursor.skipValue().next().done !== true;
}

/** Enforces the cell length limit of files and removes characters that PostgreSQL does not accept. */
function cleaned(text: string, row: number): string {
  if (text.length > csvLimits.cell)
    throw refuse(`Row ${row + 1} has a cell of more than ${formatNumber(csvLimits.cell)} characters.`);
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
}
