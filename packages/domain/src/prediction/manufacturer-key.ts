import { findAnyManufacturerName } from '../manufacturer-data.ts';

/** The manufacturer key for table lookups: lower case, and the same for "Dell Inc." and "Alienware". */
export function manufacturerKey(text: string): string {
  const given = text.slice(0, 80).trim();
  const lower = (findAnyManufacturerName(given)?.manufacturer ?? given).toLowerCase();
  if (lower === 'asustek') return 'asus';
  if (lower.startsWith('goldstar')) return 'lg';
  return lower;
}
