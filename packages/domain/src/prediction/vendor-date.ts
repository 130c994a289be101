import { formatDay } from './months.ts';

/** What a vendor says about the age of a device. */
export interface VendorDate {
  /** yyyy-mm-dd. */
  date: string;
  vendor: string;
  /** When it was shipped or, if the vendor does not say, when its warranty began. */
  meaning: 'shipped' | 'covered';
  /** Known from lookups that the owner has made before. */
  isOwn: boolean;
}

export interface VendorMonth extends Omit<VendorDate, 'date'> {
  month: number;
}

export function vendorSentence({ month, vendor, meaning, isOwn }: VendorMonth): string {
  const said =
    meaning === 'shipped'
      ? `${vendor} shipped it on ${formatDay(month)}.`
      : `its ${vendor} warranty began on ${formatDay(month)}.`;
  return isOwn ? `Your own lookups say that ${said}` : `${said.charAt(0).toUpperCase()}${said.slice(1)}`;
}
