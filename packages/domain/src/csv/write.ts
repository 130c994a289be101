import { isBlank } from './blank.ts';
import { isFormula } from './formula-guard.ts';

export interface WriterOptions {
  delimiter: string;
  /** Begin with a byte order mark, so that Excel reads UTF-8. */
  bom?: boolean;
  /** Leave cells that a spreadsheet would run as they are, for machines. */
  raw?: boolean;
  /** How many guarded cells to list; all are counted. */
  listed?: number;
}

export interface GuardedCell {
  /** 0 is the header. */
  row: number;
  /** Place in the row, 0 for the first. */
  at: number;
}

export interface CsvWriter {
  /** The text of the next row, the header first. */
  row(cells: readonly string[]): string;
  readonly guardedCells: number;
  readonly guarded: readonly GuardedCell[];
}

export const lineBreak = '\r\n';

const maxListed = 1000;

/** RFC 4180. */
export function createWriter({
  delimiter,
  bom = false,
  raw = false,
  listed = maxListed,
}: WriterOptions): CsvWriter {
  const guarded: GuardedCell[] = [];
  let guardedCells = 0;
  let rows = 0;

  const quoted = (cell: string) => `"${cell.includes('"') ? cell.replaceAll('"', '""') : cell}"`;

  function needsQuotes(cell: string): boolean {
    for (let at = 0; at < cell.length; at += 1) {
      const code = cell.charCodeAt(at);
      if (code === 34 || code === 10 || code === 13 || code === delimiterCode) return true;
    }
    return false;
  }
  const delimiterCode = delimiter.charCodeAt(0);

  function guard(cell: string, at: number): string {
    if (raw || !isFormula(cell)) return cell;
    guardedCells += 1;
    if (guarded.length < listed) guarded.push({ row: rows, at });
    return `'${cell}`;
  }

  return {
    row(cells) {
      // Without the quotes a row of blanks would be taken for an empty line and lost.
      const isAllBlank = cells.every(isBlank);
      // Adding piece by piece is a fifth faster than joining an array.
      let line = rows === 0 && bom ? '\uFEFF' : '';
      for (let at = 0; at < cells.length; at += 1) {
        const cell = guard(cells[at] ?? '', at);
        if (at > 0) line += delimiter;
        line += needsQuotes(cell) || (isAllBlank && at === 0) ? quoted(cell) : cell;
      }
      rows += 1;
      return line + lineBreak;
    },
    get guardedCells() {
      return guardedCells;
    },
    get guarded() {
      return guarded;
    },
  };
}

/** A whole table, for the small ones. */
export function writeCsv(rows: Iterable<readonly string[]>, options: WriterOptions): string {
  const writer = createWriter(options);
  let text = '';
  for (const cells of rows) text += writer.row(cells);
  return text;
}

/** `date` is yyyy-mm-dd. */
export const resultsFileName = (date: string): string => `warranty_results_${date}.csv`;
