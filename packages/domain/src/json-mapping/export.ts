import { slowColumns, slowRows } from '@warranty/contracts/json-mapping';
import { createWriter } from '../csv/write.ts';
import { trimBoth } from '../trim.ts';
import { cellText } from './cell-text.ts';

const maxListed = 10;

const isRow = (row: unknown): row is Record<string, unknown> =>
  typeof row === 'object' && row !== null && !Array.isArray(row);

const isSameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((text, at) => text === other[at]);

/** The sorted union of all keys. Rows mostly have the same keys in the same order, which is seen without a look-up. */
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
  rows.forEach((row, at) => {
    if (isRow(row)) return;
    if (issues.length < maxListed) issues.push(`Row ${at + 1} is not a valid object`);
    else more += 1;
  });
  if (more > 0) issues.push(`and ${more.toLocaleString('en-US')} more`);
  return issues;
}

/** Nothing that keeps an export from happening. */
export function exportWarnings(rows: number, columns: number): string[] {
  const warnings: string[] = [];
  const inWords = (count: number) => count.toLocaleString('en-US');
  if (rows > slowRows) warnings.push(`${inWords(rows)} rows: export may be slow`);
  if (columns > slowColumns) warnings.push(`${inWords(columns)} columns: export may be slow`);
  return warnings;
}

/** Issues keep an export from happening; warnings do not. */
export function checkExport(rows: unknown): { issues: string[]; warnings: string[] } {
  if (!Array.isArray(rows)) return { issues: ['Data must be an array'], warnings: [] };
  if (rows.length === 0) return { issues: ['No data rows found'], warnings: [] };
  const issues = badRows(rows);
  const columns = columnsOf(issues.length === 0 ? rows : rows.filter(isRow)).length;
  if (columns === 0 && issues.length === 0) issues.push('No columns found in data');
  return { issues, warnings: exportWarnings(rows.length, columns) };
}

interface WriteOptions {
  /** Leave cells that a spreadsheet would run as they are, for machines. */
  raw?: boolean;
}

export interface ExportWriter {
  /** The text of the next rows, the header before the first. */
  add(rows: readonly Record<string, unknown>[]): string;
  /** Cells that a spreadsheet would have run as a formula. */
  readonly guardedCells: number;
}

/** A file to download, some rows at a time. */
export function createExportWriter(
  columns: readonly string[],
  { raw = false }: WriteOptions = {},
): ExportWriter {
  const mayInherit = columns.map((column) => column in Object.prototype);
  const writer = createWriter({ delimiter: ',', bom: true, raw, listed: 0 });
  const cells = columns.map(() => '');
  let isBegun = false;

  function lineOf(row: Record<string, unknown>): string {
    for (let at = 0; at < columns.length; at += 1) {
      const column = columns[at] as string;
      cells[at] = mayInherit[at] && !Object.hasOwn(row, column) ? '' : cellText(row[column]);
    }
    return writer.row(cells);
  }

  return {
    add(rows) {
      const header = isBegun ? '' : writer.row(columns);
      isBegun = true;
      return header + rows.map(lineOf).join('');
    },
    get guardedCells() {
      return writer.guardedCells;
    },
  };
}

/** Text that grows cell by cell is a tree of pieces; joined while it is small, the tree is gone before it is kept. */
const rowsJoined = 200;

export function writeExportCsv(
  rows: readonly Record<string, unknown>[],
  options: WriteOptions = {},
): { csv: string; guardedCells: number } {
  const writer = createExportWriter(columnsOf(rows), options);
  const parts = [writer.add([])];
  for (let at = 0; at < rows.length; at += rowsJoined)
    parts.push(writer.add(rows.slice(at, at + rowsJoined)));
  return { csv: parts.join(''), guardedCells: writer.guardedCells };
}

/** 20261115-101500, in UTC. */
const stampOf = (now: Date) => now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');

/** `source` is the path of an endpoint, or `external-api`. */
export function exportFileName(source: string, now: Date): string {
  const name = trimBoth(source.replaceAll(/[^A-Za-z0-9_-]+/g, '-'), /-/).slice(0, 100);
  return `api-export-${name || 'data'}-${stampOf(now)}.csv`;
}
