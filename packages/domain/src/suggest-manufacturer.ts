import { detectManufacturer } from './detect-manufacturer.ts';
import { readIdentifier } from './identifiers.ts';
import { formOf } from './label/serial-formats.ts';
import { toVendorSerial } from './vendor-serial.ts';

/** Sites that build for HPE. Their serials have HP's format, but HP's lookup does not know them. */
const enterpriseSites = /^(?:MXQ|USE|CZJ|SGH)/;

const suggested = ['Lenovo', 'HP'] as const;

/**
 * Suggests a manufacturer if none was detected. The serial's format alone also fits other devices, so the user must confirm
 * it before a lookup.
 */
export function suggestManufacturer(text: string): string | null {
  const read = readIdentifier(text);
  if (read.kind !== 'serial' || detectManufacturer({ identifier: read.value }).manufacturer !== null)
    return null;
  // The machine type or product number follows the serial and is not part of it.
  const serial = toVendorSerial('Lenovo', read.value).replace(/\.[0-9A-Z]{4}$|#.*/s, '');
  if (enterpriseSites.test(serial)) return null;
  const fits = (manufacturer: string) => {
    const format = formOf(manufacturer);
    return format?.matches(serial) && format.usual(serial);
  };
  return suggested.find(fits) ?? null;
}
