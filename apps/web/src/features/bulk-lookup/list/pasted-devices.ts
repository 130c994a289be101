import type { CallInput } from '@warranty/contracts/core/endpoint';
import type { lookupItems } from '@warranty/contracts/lookup-items';
import { isKnownHeader } from '@warranty/domain/csv/mapping';
import { findManufacturerName } from '@warranty/domain/manufacturer-data';
import { type ColumnChoice, type PastedTable, readTable } from './pasted-table.ts';

export type ListItems = CallInput<typeof lookupItems>['body']['items'];
type Item = ListItems[number];

export interface PastedList {
  /** Each device once. */
  devices: ListItems;
  /** How many more times devices are listed. */
  repeats: number;
  /** Null for a plain list. */
  table: PastedTable | null;
}

const lineBreak = /\r\n|\r|\n/;
/** Longer than any name of a model: the rest of such a cell is something else. */
const maxModelLength = 100;

/**
 * Text with tabs was copied from a spreadsheet and is a table with one device per row. Other text is a list with one device
 * per line, or several separated by commas or semicolons, as in emails.
 */
export function readPastedList(text: string, choice: ColumnChoice | null = null): PastedList {
  const table = readTable(text, choice);
  const listed = table
    ? table.rows.flatMap(({ serial, manufacturer, model }) => item(serial, manufacturer, model))
    : text.split(lineBreak).flatMap(devicesOfLine);
  const devices = new Map<string, Item>();
  for (const device of listed) {
    const identity = identityOf(device);
    if (!devices.has(identity)) devices.set(identity, device);
  }
  return { devices: [...devices.values()], repeats: listed.length - devices.size, table };
}

/** The same serial number of two manufacturers is two devices. */
function identityOf({ serialNumber, manufacturer = '' }: Item): string {
  return `${serialNumber.replaceAll(/\s/g, '')}\n${manufacturer}`.toUpperCase();
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

function item(serial = '', manufacturer = '', model = ''): Item[] {
  const serialNumber = serial.trim().replaceAll(/\s+/g, ' ');
  if (serialNumber === '') return [];
  const [maker, name] = [manufacturer.trim(), model.trim().slice(0, maxModelLength)];
  return [{ serialNumber, ...(maker && { manufacturer: maker }), ...(name && { model: name }) }];
}

/** A list from another page as text for the field: spaces separate devices only where nothing else does. */
export function handedLines(list: string): string {
  const text = list.trim();
  return /[\n,;]/.test(text) ? text : text.replaceAll(/\s+/g, '\n');
}

/** The list as text that is read as the same devices. */
export function textOf(devices: ListItems): string {
  const isPlain = devices.every(
    ({ serialNumber, manufacturer, model }) => !manufacturer && !model && !/[,;]/.test(serialNumber),
  );
  if (isPlain) return devices.map(({ serialNumber }) => serialNumber).join('\n');
  const hasModels = devices.some(({ model }) => model);
  const rows = devices.map(({ serialNumber, manufacturer = '', model = '' }) =>
    [serialNumber, manufacturer, ...(hasModels ? [model] : [])].join('\t'),
  );
  return [`Serial Number\tManufacturer${hasModels ? '\tModel' : ''}`, ...rows].join('\n');
}
