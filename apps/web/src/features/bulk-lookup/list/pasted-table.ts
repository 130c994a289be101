import { type Column, columnIndex, nameColumns, unnamedColumns } from '@warranty/domain/csv/columns';
import { CsvError } from '@warranty/domain/csv/csv-error';
import { detectMapping, isKnownHeader } from '@warranty/domain/csv/mapping';
import { createProfiler } from '@warranty/domain/csv/profile';
import { createReader } from '@warranty/domain/csv/reader';

/** The user's choice of columns, for tables with the same columns. Null is no column, undefined the detected one. */
export interface ColumnChoice {
  key: string;
  serial?: string;
  manufacturer?: string | null;
}

export type PastedTable = NonNullable<ReturnType<typeof readTable>>;

const lineBreak = /\r\n|\r|\n/;

/** Rows that were copied from a spreadsheet, or CSV text with a header. Null if the text is a plain list. */
export function readTable(text: string, choice: ColumnChoice | null = null) {
  const delimiter = delimiterOf(text);
  if (delimiter === null) return null;
  const rows = rowsOf(text, delimiter);
  const [first = []] = rows;
  const hasHeader = first.some(isKnownHeader);
  const width = Math.max(...rows.map(({ length }) => length));
  const columns = hasHeader ? nameColumns(first) : unnamedColumns(width);
  const devices = hasHeader ? rows.slice(1) : rows;
  const key = columns.map(({ name }) => name).join('\t');
  const chosen = choice?.key === key ? choice : null;
  const used = chooseColumns(columns, detectColumns(columns, devices), chosen);
  return {
    /** The same for all tables with the same columns. */
    key,
    columns: columns.map(({ name }, index) => ({
      name,
      firstValue: devices.find((cells) => cells[index]?.trim())?.[index]?.trim() ?? '',
    })),
    serial: columns[used.serialAt]?.name ?? '',
    manufacturer: columns[used.manufacturerAt]?.name ?? null,
    /** Blank if there is no such column. */
    rows: devices.map((cells) => ({
      serial: cells[used.serialAt] ?? '',
      manufacturer: cells[used.manufacturerAt] ?? '',
      model: used.modelAt === used.serialAt ? '' : (cells[used.modelAt] ?? ''),
    })),
  };
}

/** Commas and semicolons also separate the devices of a plain list, so only a header makes it a table. */
function delimiterOf(text: string): string | null {
  if (text.includes('\t')) return '\t';
  const [first = ''] = text.trimStart().split(lineBreak, 1);
  const delimiter = [';', ','].find((candidate) => first.includes(candidate));
  if (delimiter === undefined || /\d/.test(first)) return null;
  return first.split(delimiter).some(isKnownHeader) ? delimiter : null;
}

/** Spreadsheets quote cells with line breaks; an unclosed quote is an inch mark. */
function rowsOf(text: string, delimiter: string): string[][] {
  try {
    const reader = createReader({ delimiter });
    return [...reader.feed(text), ...reader.end()].map(({ cells }) => cells);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return text.split(lineBreak).map((line) => line.split(delimiter));
  }
}

/** Identifies columns by header or by values, as in a file; otherwise the first column is looked up. -1 is no column. */
function detectColumns(columns: readonly Column[], rows: readonly string[][]) {
  const profiler = createProfiler(columns.length);
  for (const cells of rows) profiler.add(columns.map((_, index) => cells[index] ?? ''));
  const { mapping } = detectMapping(columns, profiler.profiles());
  const manufacturerAt = columnIndex(columns, mapping.manufacturer);
  const found = columnIndex(columns, mapping.modelNumber);
  return {
    serialAt: found >= 0 ? found : manufacturerAt === 0 ? 1 : 0,
    manufacturerAt,
    modelAt: columnIndex(columns, mapping.deviceModel),
  };
}

/** A column has one use: a manufacturer column that becomes the serial number column is no longer one. */
function chooseColumns(
  columns: readonly Column[],
  detected: ReturnType<typeof detectColumns>,
  choice: ColumnChoice | null,
) {
  const { serial, manufacturer } = choice ?? {};
  const serialAt = serial === undefined ? detected.serialAt : columnIndex(columns, serial);
  const manufacturerAt =
    manufacturer === undefined ? detected.manufacturerAt : columnIndex(columns, manufacturer ?? undefined);
  return { ...detected, serialAt, manufacturerAt: manufacturerAt === serialAt ? -1 : manufacturerAt };
}
