import type { LabelReading } from '@warranty/contracts/image-lookup';
import { detectManufacturer } from '../detect-manufacturer.ts';
import { readIdentifier } from '../identifiers.ts';
import { readBarcodes } from './barcodes.ts';

/** A device of the list, as its label names it or as the user has changed it. */
export interface ScannedDevice {
  serial: string;
  /** Blank if unknown. */
  manufacturer: string;
  model: string;
  /** How sure the reading of the photo is; null for a number from a scanner or the keyboard. */
  sureness: { confidence: number; isVerified: boolean } | null;
}

/** The same serial number and manufacturer that the lookup of one photo shows. Null without a serial number. */
export function deviceOn(reading: LabelReading): ScannedDevice | null {
  const { serialNumber, manufacturer, modelNumber, confidence, proof } = reading;
  if (!serialNumber) return null;
  return {
    serial: serialNumber,
    manufacturer: manufacturer ?? '',
    model: modelNumber ?? '',
    sureness: { confidence, isVerified: proof !== null },
  };
}

/** Reads the text of a scanner or the keyboard: a tag, an express service code, or a URL that contains the tag. */
export function deviceIn(text: string): ScannedDevice | null {
  const { serialNumber, manufacturer, modelNumber, proof } = readBarcodes([{ text, format: 'typed' }]);
  const model = modelNumber ?? '';
  if (serialNumber)
    return { serial: serialNumber, manufacturer: (proof && manufacturer) ?? '', model, sureness: null };
  const read = readIdentifier(text);
  if (read.kind !== 'serial' && read.kind !== 'express-code') return null;
  return { serial: read.value, manufacturer: '', model: '', sureness: null };
}

/** The manufacturer that will be asked, as on the bulk page; blank if nothing tells it. */
export function manufacturerOf({ serial, manufacturer, model }: ScannedDevice): string {
  const detected = detectManufacturer({ given: manufacturer, model, identifier: serial });
  return detected.manufacturer ?? '';
}
