import { slowColumns, slowRows } from '@warranty/contracts/json-mapping';
import { createWriter, type WriterOptions } from '../csv/write.ts';
import { trimBoth } from '../trim.ts';
import { cellText } from './cell-text.ts';

const maxListed = 10;

const isRow = (row: unknown): row is Record<string, unknown> =>
  typeof row === 'object' && row !== null && !Array.isArray(row);

const isSameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((text, index) => text === other[index]);

/**
 * The sorted union of all keys. Most rows have the same keys in the same order, so a list comparison skips the set lookups.
 */
export function columnsOf(rows: readonly Record<string, unknown>[]): string[] {
  const all = new Set<string>();
  let last: string[] = [];
  for (const row of rows) {
    const keys = Object.keys(row);
    if (isSameList(keys, last)) continue;
    for (const key of keys) all.add(key);
    last = keys;
  }
  return [...all].sort();
}

function badRows(rows: readonly unknown[]): string[] {
  const issues: string[] = [];
  let more = 0;
  rows.forEach((row, index) => {
    if (isRow(row)) return;
    if (issues.length < maxListed) issues.push(`Row ${index + 1} is not a valid object`);
    else more += 1;
  });
  if (more > 0) issues.push(`and ${more.toLocaleString('en-US')} more`);
  return issues;
}

/** Warnings do not block an export. */
export function exportWarnings(rows: number, columns: number): string[] {
  const warnings: string[] = [];
  const inWords = (count: number) => count.toLocaleString('en-US');
  if (rows > slowRows) warnings.push(`${inWords(rows)} rows: export may be slow`);
  if (columns > slowColumns) warnings.push(`${inWords(columns)} columns: export may be slow`);
  return warnings;
}

/** Issues block an export; warnings do not. */
export function checkExport(rows: unknown): { issues: string[]; warnings: string[] } {
  if (!Array.isArray(rows)) return { issues: ['Data must be an array'], warnings: [] };
  if (rows.length === 0) return { issues: ['No data rows found'], warnings: [] };
  const issues = badRows(rows);
  const columns = columnsOf(issues.length === 0 ? rows : rows.filter(isRow)).length;
  if (columns === 0 && issues.length === 0) issues.push('No columns found in data');
  return { issues, warnings: exportWarnings(rows.length, columns) };
}

type WriteOptions = Pick<WriterOptions, 'raw'>;

/** Writes a CSV download in batches of rows. */
export function createExportWriter(columns: readonly string[], { raw = false }: WriteOptions = {}) {
  const mayInherit = columns.map((column) => column in Object.prototype);
  const writer = createWriter({ delimiter: ',', bom: true, raw });
  const cells = columns.map(() => '');
  let isBegun = false;

  function lineOf(row: Record<string, unknown>): string {
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index] as string;
      cells[index] = mayInherit[index] && !Object.hasOwn(row, column) ? '' : cellText(row[column]);
    }
    return writer.row(cells);
  }

  return {
    /** Returns the text of the next rows; the first call also returns the header. */
    add(rows: readonly Record<string, unknown>[]): string {
      const header = isBegun ? '' : writer.row(columns);
      isBegun = true;
      return header + rows.map(lineOf).join('');
    },
    /** Number of cells that a spreadsheet would have run as a formula. */
    get guardedCells(): number {
      return writer.guardedCells;
    },
  };
}

/** Strings built by concatenation are trees (ropes). Joining every 200 rows flattens them while they are small. */
const rowsJoined = 200;

export function writeExportCsv(
  rows: readonly Record<string, unknown>[],
  options: WriteOptions = {},
): { csv: string; guardedCells: number } {
  const writer = createExportWriter(columnsOf(rows), options);
  const parts = [writer.add([])];
  for (let index = 0; index < rows.length; index += rowsJoined)
    parts.push(writer.add(rows.slice(index, index + rowsJoined)));
  return { csv: parts.join(''), guardedCells: writer.guardedCells };
}

/** 20261115-101500, in UTC. */
const stampOf = (now: Date) => now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');

/** `source` is the path of an endpoint, or `external-api`. */
export function exportFileName(source: string, now: Date): string {
  const name = trimBoth(source.replaceAll(/[^A-Za-z0-9_-]+/g, '-'), /-/).slice(0, 100);
  return `api-export-${name || 'data'}-${stampOf(now)}.csv`;
}
