import { detectManufacturer } from './detect-manufacturer.ts';
import { readIdentifier } from './identifiers.ts';
import { formOf } from './label/serial-formats.ts';
import { toVendorSerial } from './vendor-serial.ts';

/** Sites that build for HPE, whose serials have HP's format and which HP's lookup does not know. */
const enterpriseSites = /^(?:MXQ|USE|CZJ|SGH)/;

const suggested = ['Lenovo', 'HP'] as const;

/**
 * A manufacturer to ask the user about where nothing tells who made the device: the serial's format alone also fits other
 * devices, so it is never looked up without a yes.
 */
export function suggestManufacturer(text: string): string | null {
  const read = readIdentifier(text);
  if (read.kind !== 'serial' || detectManufacturer({ identifier: read.value }).manufacturer !== null)
    return null;
  // Machine type and product number come after the serial and are no part of it.
  const serial = toVendorSerial('Lenovo', read.value).replace(/\.[0-9A-Z]{4}$|#.*/s, '');
  if (!/\d/.test(serial) || enterpriseSites.test(serial)) return null;
  const fits = (manufacturer: string) => {
    const format = formOf(manufacturer);
    return format?.matches(serial) && format.usual(serial);
  };
  return suggested.find(fits) ?? null;
}
