import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { profilesOf, refusalOf } from '../../test/csv.ts';
import type { DamageKind } from './damage.ts';
import { readDate } from './dates.ts';
import { countRow, noManufacturerStats } from './manufacturer-stats.ts';
import { detectMapping } from './mapping.ts';
import type { CsvRow } from './reader.ts';
import { createRowReader, type RowReading } from './row.ts';
import { sampleBytes, sniff } from './sniff.ts';
import { openTable } from './table.ts';

// Reads every file of packages/domain/corpus like the product does and compares it with the .json file next to it. Those
// files are written by hand with the correct result, not generated from the output.
interface Expected {
  about: string;
  form?: { encoding: string; bom: boolean; delimiter: string; separatorLine: boolean; header: boolean };
  error?: { code: string; line: number | null; message: string };
  columns?: string[];
  /** As written back, if different from the names. */
  headers?: string[];
  rows?: string[][];
  lines?: number[];
  notices?: string[];
  blankLines?: number;
  mapping?: Record<string, string>;
  /** Column name to its date format and how the day and month order is known. */
  dates?: Record<string, [string, string]>;
  readDates?: Record<string, (string | null)[]>;
  damage?: Record<string, Partial<Record<DamageKind, number>>>;
  /** One per row: action, identifier and manufacturer, or action and reason. */
  readings?: string[];
  stats?: Record<string, number>;
}

const folder = fileURLToPath(new URL('../../corpus/', import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith('.csv'));

function readAll(bytes: Uint8Array, piece: number) {
  const form = sniff(bytes.subarray(0, sampleBytes));
  const table = openTable(form);
  const rows: CsvRow[] = [];
  for (let index = 0; index < bytes.length; index += piece)
    rows.push(...table.feed(bytes.subarray(index, index + piece)));
  rows.push(...table.end());
  return { form, columns: table.columns, rows, report: table.report() };
}

function inShort({ action, identifier, manufacturer, skipReason }: RowReading): string {
  return action === 'skipped' ? `skipped ${skipReason}` : `${action} ${identifier} ${manufacturer}`;
}

function formOf(bytes: Uint8Array): Expected['form'] {
  const { encoding, bom, delimiter, hasSeparatorLine, hasHeader } = sniff(bytes);
  return { encoding, bom, delimiter, separatorLine: hasSeparatorLine, header: hasHeader };
}

function checkTable(bytes: Uint8Array, expected: Expected): void {
  const read = readAll(bytes, sampleBytes);
  const { columns, rows, report } = read;
  expect(columns.map(({ name }) => name)).toEqual(expected.columns);
  if (expected.headers) expect(columns.map(({ header }) => header)).toEqual(expected.headers);
  expect(rows.map(({ cells }) => cells)).toEqual(expected.rows);
  if (expected.lines) expect(rows.map(({ line }) => line)).toEqual(expected.lines);
  expect(report.notices.map(({ message }) => message)).toEqual(expected.notices ?? []);
  expect(report.blankLines).toBe(expected.blankLines ?? 0);
  expect(readAll(bytes, 1)).toEqual(read);
}

function checkMeaning(bytes: Uint8Array, expected: Expected): void {
  const { columns, rows } = readAll(bytes, sampleBytes);
  const profiles = profilesOf(
    columns.length,
    rows.map(({ cells }) => cells),
  );
  const placeOf = (name: string) => columns.findIndex((column) => column.name === name);
  const { mapping } = detectMapping(columns, profiles);
  expect(mapping).toEqual(expected.mapping);

  for (const [name, [pattern, order]] of Object.entries(expected.dates ?? {})) {
    const dates = profiles[placeOf(name)]?.dates;
    expect([`${dates?.format?.pattern}${dates?.format?.tail}`, dates?.order]).toEqual([pattern, order]);
  }
  for (const [name, values] of Object.entries(expected.readDates ?? {})) {
    const at = placeOf(name);
    const format = profiles[at]?.dates.format ?? undefined;
    expect(rows.map(({ cells }) => readDate(cells[at] ?? '', format))).toEqual(values);
  }
  for (const [name, damage] of Object.entries(expected.damage ?? {})) {
    const none = { wrapped: 0, apostrophe: 0, scientific: 0, zeros: 0, rounded: 0, date: 0 };
    expect(profiles[placeOf(name)]?.damage).toEqual({ ...none, ...damage });
  }

  const readRow = createRowReader({ columns, mapping, damage: profiles });
  const readings = rows.map(({ cells }) => readRow(cells));
  expect(readings.map(inShort)).toEqual(expected.readings);
  const stats = { ...noManufacturerStats };
  for (const reading of readings) countRow(stats, reading);
  expect(stats).toEqual(expected.stats);
}

describe('the corpus', () => {
  it('has a file for every known problem', () => expect(names.length).toBeGreaterThanOrEqual(40));

  describe.each(names)('%s', (name) => {
    const bytes = new Uint8Array(readFileSync(folder + name));
    const expected = JSON.parse(readFileSync(folder + name.replace(/csv$/, 'json'), 'utf8')) as Expected;
    if (expected.form) it('has the expected format', () => expect(formOf(bytes)).toEqual(expected.form));
    if (expected.error)
      it('is rejected', () => expect(refusalOf(() => readAll(bytes, sampleBytes))).toEqual(expected.error));
    if (expected.columns) it('is read', () => checkTable(bytes, expected));
    if (expected.mapping) it('is interpreted correctly', () => checkMeaning(bytes, expected));
  });
});
