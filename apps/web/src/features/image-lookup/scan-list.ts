import { readIdentifier } from '@warranty/domain/identifiers';
import { readBarcodes } from '@warranty/domain/label/barcodes';

/** The maximum that the bulk page accepts as a list. */
export const maxScans = 1000;

export type Scan =
  | { kind: 'added'; serial: string; list: string[] }
  | { kind: 'known'; serial: string }
  | { kind: 'refused'; reason: string };

/** Reads the text of a scanner or a barcode: a tag, an express service code, or a URL that contains the tag. */
export function serialIn(text: string): string | null {
  const { serialNumber } = readBarcodes([{ text, format: 'typed' }]);
  if (serialNumber) return serialNumber;
  const read = readIdentifier(text);
  return read.kind === 'serial' || read.kind === 'express-code' ? read.value : null;
}

/** Appends the scan, so the newest is last, as in the list passed to the bulk page. */
export function addScan(list: readonly string[], text: string): Scan {
  const serial = serialIn(text);
  if (!serial) return { kind: 'refused', reason: `'${text.trim()}' is not a serial number or service tag.` };
  if (list.includes(serial)) return { kind: 'known', serial };
  if (list.length >= maxScans)
    return { kind: 'refused', reason: 'The list is full. Look up these devices, then start a new list.' };
  return { kind: 'added', serial, list: [...list, serial] };
}
