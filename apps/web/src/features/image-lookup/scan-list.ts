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

const storageKey = 'scan-list';

/** Stored for this tab: without it, a reload could lose an hour of scanning. */
export function storedScans(): string[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    if (!Array.isArray(value)) return [];
    return value.filter((one) => typeof one === 'string').slice(0, maxScans);
  } catch {
    return [];
  }
}

export function storeScans(list: readonly string[]): void {
  try {
    if (list.length === 0) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(list));
  } catch {
    // Storage is unavailable: the list lasts until the page is reloaded.
  }
}
