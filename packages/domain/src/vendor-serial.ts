import { vendorNamed } from '@warranty/contracts/vendors';

/** Converts an identifier to the format of the manufacturer's API. */
export function toVendorSerial(manufacturer: string, identifier: string): string {
  const normalize = vendorNamed(manufacturer)?.serial.normalize;
  return normalize ? identifier.replace(normalize.from, normalize.to) : identifier;
}
