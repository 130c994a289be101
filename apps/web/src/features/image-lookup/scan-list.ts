import { readIdentifier } from '@warranty/domain/identifiers';
import { readBarcodes } from '@warranty/domain/label/barcodes';

/** As many as the bulk page takes as a list. */
export const maxScans = 1000;

export type Scan =
  | { kind: 'added'; serial: string; list: string[] }
  | { kind: 'known'; serial: string }
  | { kind: 'refused'; reason: string };

/** What a scanner types or a barcode holds: a tag, an express service code, an address with the tag in it. */
export function serialIn(text: string): string | null {
  const { serialNumber } = readBarcodes([{ text, format: 'typed' }]);
  if (serialNumber) return serialNumber;
  const read = readIdentifier(text);
  return read.kind === 'serial' || read.kind === 'express-code' ? read.value : null;
}

/** The newest is last, as in the list that is handed on. */
export function addScan(list: readonly string[], text: string): Scan {
  const serial = serialIn(text);
  if (!serial) return { kind: 'refused', reason: `'${text.trim()}' holds no serial number or service tag.` };
  if (list.includes(serial)) return { kind: 'known', serial };
  if (list.length >= maxScans)
    return { kind: 'refused', reason: 'The list is full. Look it up first, then start another.' };
  return { kind: 'added', serial, list: [...list, serial] };
}

const storageKey = 'scan-list';

/** Kept for this tab: a reload in mid-round would lose an hour of scanning. */
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
    // Kept for this page only, where storage is closed to us.
  }
}
