import type { CallInput } from '@warranty/contracts/endpoint';
import type { lookupItems } from '@warranty/contracts/lookup-items';
import { columnIndex, nameColumns, unnamedColumns } from '@warranty/domain/csv/columns';
import { CsvError } from '@warranty/domain/csv/csv-error';
import { detectMapping, isKnownHeader } from '@warranty/domain/csv/mapping';
import { createProfiler } from '@warranty/domain/csv/profile';
import { createReader } from '@warranty/domain/csv/reader';
import { findManufacturerName } from '@warranty/domain/manufacturer-data';

export type ListItems = CallInput<typeof lookupItems>['body']['items'];
type Item = ListItems[number];

const lineBreak = /\r\n|\r|\n/;

/**
 * Text with tabs was copied from a spreadsheet and is a table with one device per row. Other text is a list with one device
 * per line, or several separated by commas or semicolons, as in emails.
 */
export function devicesIn(text: string): ListItems {
  return text.includes('\t') ? devicesOfTable(rowsOf(text)) : text.split(lineBreak).flatMap(devicesOfLine);
}

/** How many devices of the list are in it before. */
export function countDuplicates(devices: ListItems): number {
  const keys = devices.map(({ serialNumber, manufacturer = '' }) =>
    `${serialNumber}\n${manufacturer}`.toUpperCase(),
  );
  return keys.length - new Set(keys).size;
}

/** Spreadsheets quote cells with line breaks; an unclosed quote is an inch mark. */
function rowsOf(text: string): string[][] {
  try {
    const reader = createReader({ delimiter: '\t' });
    return [...reader.feed(text), ...reader.end()].map(({ cells }) => cells);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return text.split(lineBreak).map((line) => line.split('\t'));
  }
}

/** Identifies columns by header or by values, as in a file; otherwise the first column is looked up. */
function devicesOfTable(rows: readonly string[][]): ListItems {
  const [first = []] = rows;
  const hasHeader = first.some(isKnownHeader);
  const width = Math.max(...rows.map(({ length }) => length));
  const columns = hasHeader ? nameColumns(first) : unnamedColumns(width);
  const devices = hasHeader ? rows.slice(1) : rows;
  const profiler = createProfiler(columns.length);
  for (const cells of devices) profiler.add(columns.map((_, index) => cells[index] ?? ''));
  const { mapping } = detectMapping(columns, profiler.profiles());
  const manufacturerAt = columnIndex(columns, mapping.manufacturer);
  const found = columnIndex(columns, mapping.modelNumber);
  const serialAt = found >= 0 ? found : manufacturerAt === 0 ? 1 : 0;
  return devices.flatMap((cells) => item(cells[serialAt], cells[manufacturerAt]));
}

/** A manufacturer on a line with serial numbers applies to them and is not a device. */
function devicesOfLine(line: string): ListItems {
  const parts = line
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 1 && isKnownHeader(parts[0] ?? '')) return [];
  const manufacturer = parts.find(isManufacturer);
  const serials = parts.filter((part) => !isManufacturer(part));
  return (serials.length > 0 ? serials : parts).flatMap((serial) =>
    item(serial, serials.length > 0 ? manufacturer : undefined),
  );
}

function isManufacturer(part: string): boolean {
  const name = part.replace(/[.\s]+$/, '');
  return findManufacturerName(name)?.text.length === name.length;
}

function item(serial = '', manufacturer = ''): Item[] {
  const serialNumber = serial.trim();
  if (serialNumber === '') return [];
  return [{ serialNumber, ...(manufacturer.trim() && { manufacturer: manufacturer.trim() }) }];
}
