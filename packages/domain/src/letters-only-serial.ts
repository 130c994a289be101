import { vendorNamed, vendors } from '@warranty/contracts/vendors';
import type { VendorSerial } from '@warranty/contracts/vendors/vendor';

/** Serial numbers of the vendors have 7 to 14 characters. */
const lengths = { min: 8, max: 14 };

/** A quarter of the letters are vowels and at most three consonants follow each other: "NOTEBOOK", "UNBEKANNT". */
function isPronounceable(value: string): boolean {
  const vowels = value.match(/[AEIOU]/g)?.length ?? 0;
  return vowels * 4 >= value.length && !/[^AEIOU]{4}/.test(value);
}

function fits({ format, normalize }: VendorSerial, value: string): boolean {
  if (normalize?.from.test(value)) return true;
  if (!format?.pattern.test(value)) return false;
  return [...value].every((letter, place) => format.alphabets[place]?.includes(letter));
}

/**
 * Characters are random in part, so some serial numbers have no digit. Letters are one if the named manufacturer prints serial
 * numbers like them. Otherwise they must not be pronounceable, because then they are a word written in place of the serial
 * number, and either a manufacturer is named or they start like the published serial numbers of a vendor.
 */
export function isLettersOnlySerial(value: string, manufacturer: string | undefined): boolean {
  const named = vendorNamed(manufacturer ?? null)?.serial;
  if (named && fits(named, value)) return true;
  if (value.length < lengths.min || value.length > lengths.max || isPronounceable(value)) return false;
  return (
    manufacturer !== undefined ||
    vendors.some(({ serial }) => fits(serial, value) && serial.format?.usual.test(value))
  );
}
