import { findManufacturerName, findOtherManufacturerName } from '../manufacturer-data.ts';

/** The manufacturer key for table lookups: lower case, and the same for "Dell Inc." and "Alienware". */
export function manufacturerKey(text: string): string {
  const given = text.slice(0, 80).trim();
  const name =
    findManufacturerName(given)?.manufacturer ?? findOtherManufacturerName(given)?.manufacturer ?? given;
  const lower = name.toLowerCase();
  if (lower === 'asustek') return 'asus';
  if (lower.startsWith('goldstar')) return 'lg';
  return lower;
}
