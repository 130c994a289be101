import type { Hardware, WarrantyResult } from '@warranty/contracts/warranty';

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
export function hardwareFacts({ hardware, coverKind }: Pick<WarrantyResult, 'hardware' | 'coverKind'>) {
  return labels.flatMap(([field, label]) => {
    const value = hardware[field];
    // Who tells of licenses knows when a device was claimed, and not when it was shipped.
    const claimed = field === 'shipDate' && coverKind === 'license';
    return value ? [{ field, label: claimed ? 'Claimed' : label, value }] : [];
  });
}
