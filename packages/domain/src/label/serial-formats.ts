import { vendors, vendorsById } from '@warranty/contracts/vendors';
import type { SerialFormat as PrintedFormat } from '@warranty/contracts/vendors/vendor';

/** A manufacturer's serial number format: which characters are allowed at each position. */
export interface SerialFormat {
  manufacturer: string;
  length: number;
  /** The characters allowed at a position. */
  alphabet(place: number): string;
  /** Checks the whole serial, for rules that span several positions. */
  matches(serial: string): boolean;
  /** Whether it also looks like all published serials. Never a reason to reject user input. */
  usual(serial: string): boolean;
}

function toSerialFormat(manufacturer: string, { alphabets, pattern, usual }: PrintedFormat): SerialFormat {
  return {
    manufacturer,
    length: alphabets.length,
    alphabet: (place) => alphabets[place] ?? '',
    matches: (serial) => pattern.test(serial),
    usual: (serial) => usual.test(serial),
  };
}

export const dell = toSerialFormat('Dell', vendorsById.dell.serial.format);

export const serialFormats: readonly SerialFormat[] = vendors.flatMap(({ id, name, serial: { format } }) => {
  if (id === 'dell') return dell;
  return format ? toSerialFormat(name, format) : [];
});

export const formOf = (manufacturer: string): SerialFormat | undefined =>
  serialFormats.find((form) => form.manufacturer === manufacturer);
