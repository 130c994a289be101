import type { OwnDates } from '@warranty/contracts/purchase-date';
import { vendorNamed } from '@warranty/contracts/vendors';
import type { VendorDate } from '@warranty/domain/prediction/vendor-date';
import type { SerialResult } from '../../lookups/answers/serial-result.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { KnownSerial } from './prediction-tasks.ts';

/** The answers are parsed here, and a batch should not delay other requests. */
const serialsPerQuery = 500;

/** Finds the last known answers about devices that the owner has looked up. Provided by the bulk lookup. */
export type FindKnownAnswers = (
  owner: OwnerId,
  vendor: string,
  serials: readonly string[],
) => Promise<ReadonlyMap<string, { result: SerialResult }>>;

/** The ship date or, if the vendor does not say, the start of the warranty. A license says nothing about the age. */
export function vendorDateOf(
  vendor: string,
  { shipDate, startDate }: Pick<SerialResult, 'shipDate' | 'startDate'>,
): Pick<VendorDate, 'date' | 'vendor' | 'meaning'> | null {
  if (shipDate !== null) return { date: shipDate, vendor, meaning: 'shipped' };
  const isWarranty = (vendorNamed(vendor)?.coverKind ?? 'warranty') === 'warranty';
  return startDate !== null && isWarranty ? { date: startDate, vendor, meaning: 'covered' } : null;
}

/** Dates from the owner's own lookups, runs and scans, by serial number as written in the row. No vendor is called. */
export async function findOwnDates(
  findKnownAnswers: FindKnownAnswers,
  owner: OwnerId,
  serials: readonly KnownSerial[],
): Promise<Map<string, VendorDate>> {
  const dates = new Map<string, VendorDate>();
  const possible = serials.flatMap(({ serialNumber, lookedUpAs }) =>
    lookedUpAs ? [{ serialNumber, ...lookedUpAs }] : [],
  );
  for (const [vendor, ofVendor] of Map.groupBy(possible, ({ vendor: name }) => name)) {
    for (let from = 0; from < ofVendor.length; from += serialsPerQuery) {
      const batch = ofVendor.slice(from, from + serialsPerQuery);
      const known = await findKnownAnswers(
        owner,
        vendor,
        batch.map(({ serial }) => serial),
      );
      for (const { serialNumber, serial } of batch) {
        const found = known.get(serial);
        const date = found && vendorDateOf(vendor, found.result);
        if (date) dates.set(serialNumber, { ...date, isOwn: true });
      }
    }
  }
  return dates;
}

export function presentOwnDates(found: number): OwnDates | null {
  if (found === 0) return null;
  const devices =
    found === 1
      ? 'The date of one device comes'
      : `The dates of ${found.toLocaleString('en-US')} devices come`;
  return { found, sentence: `${devices} from your own lookups.` };
}
