import { detectManufacturer } from '@warranty/domain/detect-manufacturer';
import { deviceIn, manufacturerOf, type ScannedDevice } from '@warranty/domain/label/scanned-device';
import * as z from 'zod/mini';
import { matches } from '../../../lib/storage/matches.ts';

/** The maximum that the bulk page accepts as a list. */
export const maxScans = 1000;

export type Scan =
  | { kind: 'added'; serial: string; list: ScannedDevice[] }
  | { kind: 'known'; serial: string }
  | { kind: 'refused'; reason: string };

/** Appends the device, so the newest is last, as in the list passed to the bulk page. */
export function addDevice(list: readonly ScannedDevice[], device: ScannedDevice): Scan {
  const { serial } = device;
  if (list.some((other) => other.serial === serial)) return { kind: 'known', serial };
  if (list.length >= maxScans)
    return { kind: 'refused', reason: 'The list is full. Look up these devices, then start a new list.' };
  return { kind: 'added', serial, list: [...list, device] };
}

export function addScan(list: readonly ScannedDevice[], text: string): Scan {
  const device = deviceIn(text);
  if (!device) return { kind: 'refused', reason: `'${text.trim()}' is not a serial number or service tag.` };
  return addDevice(list, device);
}

/** A URL that is much longer is refused by web servers. */
const maxHandedText = 4000;

/** The list as the bulk page reads it: only serial numbers if they tell everything, models only if they are not too long. */
export function handedText(list: readonly ScannedDevice[]): string {
  const rows = list.map((device) => [device.serial, manufacturerOf(device), device.model] as const);
  const withModels = ['Serial Number\tManufacturer\tModel', ...rows.map((row) => row.join('\t'))].join('\n');
  if (rows.some(([, , model]) => model) && withModels.length <= maxHandedText) return withModels;
  const isTold = ([serial, manufacturer]: (typeof rows)[number]) =>
    manufacturer === (detectManufacturer({ identifier: serial }).manufacturer ?? '');
  // Separated by spaces, which have the shortest URL encoding.
  if (rows.every(isTold)) return rows.map(([serial]) => serial).join(' ');
  return rows.map((row) => (isTold(row) ? row[0] : `${row[0]}, ${row[1]}`)).join('\n');
}

/** Whether a stored value is a device. */
export const isScannedDevice = matches<ScannedDevice>(
  z.object({
    serial: z.string(),
    manufacturer: z.string(),
    model: z.string(),
    sureness: z.nullable(z.object({ confidence: z.number(), isVerified: z.boolean() })),
  }),
);
