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

/** The hardware details that the vendor provided; missing ones are not listed. */
export function hardwareFacts({ hardware, coverKind }: Pick<WarrantyResult, 'hardware' | 'coverKind'>) {
  return labels.flatMap(([field, label]) => {
    const value = hardware[field];
    // A vendor that reports licenses knows when a device was claimed, not when it was shipped.
    const claimed = field === 'shipDate' && coverKind === 'license';
    return value ? [{ field, label: claimed ? 'Claimed' : label, value }] : [];
  });
}
