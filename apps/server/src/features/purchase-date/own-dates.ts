import type { OwnDates } from '@warranty/contracts/purchase-date';
import { formatNumber } from '@warranty/domain/csv/csv-error';
import type { VendorDate } from '@warranty/domain/prediction/vendor-date';
import { coverKindOf } from '../../lookups/answers/result.ts';
import type { SerialResult } from '../../lookups/answers/serial-result.ts';
import type { FindKnownAnswers } from '../../lookups/engine/known-answers.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { KnownSerial } from './prediction-tasks.ts';

/** The answers are parsed here, and a batch should not delay other requests. */
const serialsPerQuery = 500;

/** The ship date or, if the vendor does not say, the start of the warranty. A license says nothing about the age. */
export function vendorDateOf(
  vendor: string,
  { shipDate, startDate }: Pick<SerialResult, 'shipDate' | 'startDate'>,
): Pick<VendorDate, 'date' | 'vendor' | 'meaning'> | null {
  if (shipDate !== null) return { date: shipDate, vendor, meaning: 'shipped' };
  const isWarranty = coverKindOf(vendor) === 'warranty';
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
      const asked = batch.map(({ serial }) => serial);
      const known = await findKnownAnswers(owner, vendor, asked);
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
    found === 1 ? 'The date of one device comes' : `The dates of ${formatNumber(found)} devices come`;
  return { found, sentence: `${devices} from your own lookups.` };
}
