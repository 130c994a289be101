import type { Hardware } from '@warranty/contracts/warranty';

const labels = [
  ['serviceTag', 'Service Tag'],
  ['productCode', 'Product Code'],
  ['productLineDescription', 'Product Line'],
  ['productFamily', 'Product Family'],
  ['shipDate', 'Ship Date'],
  ['localChannel', 'Sales Channel'],
  ['productLobDescription', 'Business Unit'],
  ['countryCode', 'Country'],
] as const satisfies [keyof Hardware, string][];

/** What the vendor told of the device; what it left out is not listed. */
export function hardwareFacts(hardware: Hardware) {
  return labels.flatMap(([field, label]) => {
    const value = hardware[field];
    return value ? [{ field, label, value }] : [];
  });
}
