import { CsvError, csvLimits } from './csv-error.ts';
import { type Encoding, type SniffedEncoding, sniffEncoding } from './encoding.ts';
import { isKnownHeader } from './mapping.ts';
import { createReader } from './reader.ts';

export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

export interface Sniffed extends SniffedEncoding {
  delimiter: Delimiter;
  /** The first line is Excel's `sep=;` and no row. */
  hasSeparatorLine: boolean;
  /** False for a bare list: its first row is data. */
  hasHeader: boolean;
}

/** As many bytes of a file as its form is judged by; fewer only where the file has no more. */
export const sampleBytes = 64 * 1024;

const rowsCompared = 200;
/** A delimiter that this share of the rows agrees with beats one with more columns and less agreement. */
const clearAgreement = 0.8;

const separatorLine = /^\uFEFF?"?sep=(.)"?(?:\r\n|\r|\n|$)/i;
const workbooks: readonly number[][] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

function refuseWorkbooks(bytes: Uint8Array): void {
  if (!workbooks.some((mark) => mark.every((byte, at) => bytes[at] === byte))) return;
  throw new CsvError(
    'not-text',
    'This is a workbook or an archive, not a CSV file. Save it as CSV and try again.',
  );
}

/** The rows of the sample under one delimiter; the last one may be cut and is left out. */
function rowsUnder(delimiter: Delimiter, text: string, isWhole: boolean): string[][] {
  const limits = { ...csvLimits, columns: Number.POSITIVE_INFINITY, cell: Number.POSITIVE_INFINITY };
  const reader = createReader({ delimiter, limits });
  const rows = reader.feed(text);
  try {
    if (isWhole || rows.length === 0) rows.push(...reader.end());
  } catch (error) {
    // A quote that never closes; the real reading will say so, with its line.
    if (!(error instanceof CsvError)) throw error;
  }
  return rows.slice(0, rowsCompared).map(({ cells }) => cells);
}

interface Fit {
  delimiter: Delimiter;
  columns: number;
  /** Share of the rows with that many columns. */
  agreement: number;
  /** Share of the cells, from the second on, that do not begin with a space, as they do in "Bonn, Germany". */
  tightness: number;
}

function fitOf(delimiter: Delimiter, rows: string[][], columns: number): Fit {
  const same = rows.filter((cells) => cells.length === columns).length;
  const later = rows.flatMap((cells) => cells.slice(1));
  const tight = later.filter((cell) => !cell.startsWith(' ')).length;
  return {
    delimiter,
    columns,
    agreement: rows.length > 0 ? same / rows.length : 0,
    tightness: later.length > 0 ? tight / later.length : 0,
  };
}

const quality = ({ columns, agreement, tightness }: Fit) => columns * agreement * (0.1 + tightness);

function mostFrequentWidth(rows: string[][]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

const better = (a: Fit, b: Fit): number =>
  Number(b.agreement >= clearAgreement) - Number(a.agreement >= clearAgreement) || quality(b) - quality(a);

/**
 * The first row decides which delimiters are possible at all: free text and decimal numbers bring commas into the
 * rows below, but not into the headers. Quoted cells never count.
 */
function sniffDelimiter(text: string, isWhole: boolean): Delimiter {
  const readings = delimiters.map((delimiter) => ({ delimiter, rows: rowsUnder(delimiter, text, isWhole) }));
  const byFirstRow = readings.map(({ delimiter, rows }) => fitOf(delimiter, rows, rows[0]?.length ?? 0));
  const [best] = byFirstRow.filter(({ columns }) => columns > 1).toSorted(better);
  if (best) return best.delimiter;
  // A title line above the table, or a list of one column.
  const byMost = readings.map(({ delimiter, rows }) => fitOf(delimiter, rows, mostFrequentWidth(rows)));
  const [usual] = byMost.filter(({ columns, agreement }) => columns > 1 && agreement > 0.5).toSorted(better);
  return usual?.delimiter ?? ',';
}

const tag = /^(?=.{0,4}\d)(?:[0-9A-Z]{7}|[0-9a-z]{7})$/;
const serial = /^(?=.{0,4}\d)(?=.*\d.*\d)(?:[0-9A-Z-]{8,20}|[0-9a-z-]{8,20})$/;
const number = /^-?\d{5,}$|^-?\d+[.,]\d+$/;
const date = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/;
const shapes: readonly RegExp[] = [tag, serial, number, date, /^\S+@\S+\.\S+$/];

const shapeOf = (cell: string | undefined) => shapes.findIndex((shape) => shape.test(cell?.trim() ?? ''));

/** A first row that looks like the rows below it, and names nothing that we know, is one of them. */
function sniffHeader(rows: string[][]): boolean {
  const [first = [], ...others] = rows;
  if (first.some(isKnownHeader)) return true;
  return !first.some((cell, at) => {
    const shape = shapeOf(cell);
    if (shape < 0) return false;
    const same = others.filter((cells) => shapeOf(cells[at]) === shape).length;
    return same * 2 >= others.length;
  });
}

/** What the user knows better. */
export interface ChosenForm {
  encoding?: Encoding | undefined;
  delimiter?: Delimiter | undefined;
}

/** Takes the beginning of the text, without a byte order mark. */
export function sniffText(
  text: string,
  isWhole: boolean,
  chosen: ChosenForm = {},
): Omit<Sniffed, keyof SniffedEncoding> {
  const separator = separatorLine.exec(text);
  const body = separator ? text.slice(separator[0].length) : text;
  const named = delimiters.find((delimiter) => delimiter === separator?.[1]);
  const delimiter = chosen.delimiter ?? named ?? sniffDelimiter(body, isWhole);
  const hasHeader = sniffHeader(rowsUnder(delimiter, body, isWhole));
  return { delimiter, hasSeparatorLine: separator !== null, hasHeader };
}

function encodingOf(bytes: Uint8Array, chosen: Encoding | undefined): SniffedEncoding {
  const found = sniffEncoding(bytes);
  if (chosen === undefined) return found;
  return { encoding: chosen, bom: found.bom && found.encoding === chosen, certain: true };
}

/** Takes the first `sampleBytes` of a file, or all of a shorter one. */
export function sniff(bytes: Uint8Array, chosen: ChosenForm = {}): Sniffed {
  refuseWorkbooks(bytes);
  const sample = bytes.subarray(0, sampleBytes);
  const encoding = encodingOf(sample, chosen.encoding);
  const text = new TextDecoder(encoding.encoding).decode(sample);
  return { ...encoding, ...sniffText(text, bytes.length < sampleBytes, chosen) };
}
