import { CsvError, csvLimits } from './csv-error.ts';
import { type Encoding, type SniffedEncoding, sniffEncoding } from './encoding.ts';
import { isKnownHeader } from './mapping.ts';
import { type CsvReader, createReader } from './reader.ts';

export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

export interface Sniffed extends SniffedEncoding {
  delimiter: Delimiter;
  /** The first line is Excel's `sep=;` and not a row. */
  hasSeparatorLine: boolean;
  /** False for a plain list: its first row is data. */
  hasHeader: boolean;
}

/** How many bytes of a file are used to detect its format; fewer only if the file is shorter. */
export const sampleBytes = 64 * 1024;

export const rowsCompared = 200;
/** Of a wide table, fewer rows are compared. */
const maxCellsCompared = 20_000;
const minRowsCompared = 20;
/** The sample is read in chunks until there are enough rows. Each chunk is as long as all before it. */
const firstPiece = 8 * 1024;
/** A delimiter that this share of the rows agrees with wins over one with more columns and less agreement. */
const clearAgreement = 0.8;

const separatorLine = /^\uFEFF?"?sep=(.)"?(?:\r\n|\r|\n|$)/i;
const workbooks: readonly number[][] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

function refuseWorkbooks(bytes: Uint8Array): void {
  if (!workbooks.some((mark) => mark.every((byte, index) => bytes[index] === byte))) return;
  throw new CsvError(
    'not-text',
    'This is a workbook or an archive, not a CSV file. Save it as CSV and try again.',
  );
}

interface Reading {
  delimiter: Delimiter;
  rows: string[][];
}

/**
 * Reads the first rows of the sample with one delimiter. The last row of a truncated sample may be incomplete and is
 * excluded.
 */
function readUnder(delimiter: Delimiter, text: string, isWhole: boolean): Reading {
  const limits = { ...csvLimits, columns: Number.POSITIVE_INFINITY, cell: Number.POSITIVE_INFINITY };
  const reader = createReader({ delimiter, limits });
  const rows: string[][] = [];
  let read = 0;
  while (read < text.length && rows.length < rowsCompared) {
    const end = Math.max(firstPiece, 2 * read);
    for (const { cells } of reader.feed(text.slice(read, end))) rows.push(cells);
    read = end;
  }
  if (read >= text.length && (isWhole || rows.length === 0)) rows.push(...lastRow(reader));
  return { delimiter, rows: rows.slice(0, rowsCompared) };
}

function lastRow(reader: CsvReader): string[][] {
  try {
    return reader.end().map(({ cells }) => cells);
  } catch (error) {
    // A quote is never closed. The actual read reports it with its line.
    if (error instanceof CsvError) return [];
    throw error;
  }
}

type Fit = ReturnType<typeof fitOf>;

function fitOf(reading: Reading, columns: number) {
  const { rows } = reading;
  const same = rows.filter((cells) => cells.length === columns).length;
  let later = 0;
  let tight = 0;
  for (const cells of rows) {
    later += cells.length - 1;
    for (let index = 1; index < cells.length; index += 1) if (!cells[index]?.startsWith(' ')) tight += 1;
  }
  return {
    ...reading,
    columns,
    /** Share of the rows with that number of columns. */
    agreement: rows.length > 0 ? same / rows.length : 0,
    /** Share of the cells after the first that do not start with a space, unlike in "Bonn, Germany". */
    tightness: later > 0 ? tight / later : 0,
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
 * The first row decides which delimiters are possible: free text and decimal numbers add commas to the rows below, but not
 * to the headers. Delimiters inside quotes do not count.
 */
function sniffDelimiter(text: string, isWhole: boolean): Reading {
  const byComma = readUnder(',', text, isWhole);
  const readings = delimiters.map((each) => (each === ',' ? byComma : readUnder(each, text, isWhole)));
  const byFirstRow = readings.map((reading) => fitOf(reading, reading.rows[0]?.length ?? 0));
  const [best] = byFirstRow.filter(({ columns }) => columns > 1).toSorted(better);
  if (best) return best;
  // A title line above the table, or a single-column list.
  const byMost = readings.map((reading) => fitOf(reading, mostFrequentWidth(reading.rows)));
  const [usual] = byMost.filter(({ columns, agreement }) => columns > 1 && agreement > 0.5).toSorted(better);
  return usual ?? byComma;
}

const tag = /^(?=.{0,4}\d)(?:[0-9A-Z]{7}|[0-9a-z]{7})$/;
const serial = /^(?=.{0,4}\d)(?=.*\d.*\d)(?:[0-9A-Z-]{8,20}|[0-9a-z-]{8,20})$/;
const number = /^-?\d{5,}$|^-?\d+[.,]\d+$/;
const date = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/;
/** Text, an @, text, a dot and text, without white space. */
function isMailAddress(text: string): boolean {
  const at = text.indexOf('@', 1);
  const dot = text.lastIndexOf('.', text.length - 2);
  return at > 0 && dot > at + 1 && !/\s/.test(text);
}

const shapes: readonly ((text: string) => boolean)[] = [
  ...[tag, serial, number, date].map((form) => (text: string) => form.test(text)),
  isMailAddress,
];

function shapeOf(cell = ''): number {
  const text = cell.trim();
  return shapes.findIndex((hasShape) => hasShape(text));
}

/** A first row that looks like the rows below it and has no known header is data. */
export function sniffHeader(rows: readonly (readonly string[])[]): boolean {
  const [all = [], ...others] = rows;
  // Files with more columns are rejected later.
  const first = all.slice(0, csvLimits.columns);
  if (first.some(isKnownHeader)) return true;
  const compared = others.slice(0, Math.max(minRowsCompared, Math.floor(maxCellsCompared / first.length)));
  return !first.some((cell, index) => {
    const shape = shapeOf(cell);
    if (shape < 0) return false;
    const same = compared.filter((cells) => shapeOf(cells[index]) === shape).length;
    return same * 2 >= compared.length;
  });
}

/** Overrides from the user. */
export interface ChosenForm {
  encoding?: Encoding | undefined;
  delimiter?: Delimiter | undefined;
}

/** Accepts the start of the text, without a byte order mark. */
export function sniffText(
  text: string,
  isWhole: boolean,
  chosen: ChosenForm = {},
): Omit<Sniffed, keyof SniffedEncoding> {
  const separator = separatorLine.exec(text);
  const below = separator ? text.slice(separator[0].length) : text;
  // Blank lines are no rows, and a sample of nothing else would be read for every delimiter.
  const body = below.replace(/([\r\n])[\r\n]+/g, '$1');
  const named = delimiters.find((delimiter) => delimiter === separator?.[1]);
  const known = chosen.delimiter ?? named;
  const { delimiter, rows } = known ? readUnder(known, body, isWhole) : sniffDelimiter(body, isWhole);
  const hasHeader = sniffHeader(rows);
  return { delimiter, hasSeparatorLine: separator !== null, hasHeader };
}

function encodingOf(bytes: Uint8Array, chosen: Encoding | undefined): SniffedEncoding {
  const found = sniffEncoding(bytes);
  if (chosen === undefined) return found;
  return { encoding: chosen, bom: found.bom && found.encoding === chosen, certain: true };
}

/** Accepts the first `sampleBytes` of a file, or all of a shorter one. */
export function sniff(bytes: Uint8Array, chosen: ChosenForm = {}): Sniffed {
  refuseWorkbooks(bytes);
  const sample = bytes.subarray(0, sampleBytes);
  const encoding = encodingOf(sample, chosen.encoding);
  const text = new TextDecoder(encoding.encoding).decode(sample);
  return { ...encoding, ...sniffText(text, bytes.length < sampleBytes, chosen) };
}
