import type { VendorDates } from '@warranty/contracts/purchase-date';
import { formatNumber } from '@warranty/domain/csv/csv-error';
import { detectManufacturer } from '@warranty/domain/detect-manufacturer';
import type { VendorDate } from '@warranty/domain/prediction/vendor-date';
import { joinSentences } from '@warranty/domain/sentences';
import type { LookupContext } from '../../lookups/vendors/lookup-context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Warranty } from '../warranty/warranty.ts';
import { vendorDateOf } from './own-dates.ts';
import type { KnownSerial } from './prediction-tasks.ts';

const maxSerials = 1000;
const concurrency = 8;
const timeoutMs = 15_000;

/** No vendor can look up such a device, which is not a failure. */
const noVendor = new Set<AppError['code']>([
  ...(['needs_serial', 'not_a_serial', 'placeholder_identifier'] as const),
  ...(['maker_unknown', 'maker_not_supported'] as const),
  ...(['vendor_without_lookup', 'vendor_keys_missing', 'serial_ambiguous', 'invalid_request'] as const),
]);

interface Tally {
  dates: Map<string, VendorDate>;
  asked: number;
  withoutVendor: number;
  unasked: number;
  /** By manufacturer: why it is no longer called. */
  unavailableVendors: Map<string, string>;
}

/** Looks up ship dates with the vendors. Failures leave the prediction unchanged and are reported. */
export async function fetchShipDates(
  lookup: Warranty['lookup'],
  context: LookupContext,
  serials: readonly KnownSerial[],
): Promise<{ dates: Map<string, VendorDate>; vendorDates: VendorDates }> {
  const queue = serials.slice(0, maxSerials);
  const tally: Tally = {
    ...{ dates: new Map(), unavailableVendors: new Map() },
    ...{ asked: 0, withoutVendor: 0, unasked: serials.length - queue.length },
  };
  const endsAt = performance.now() + timeoutMs;

  async function ask({ serialNumber, manufacturer, modelNumber }: KnownSerial): Promise<void> {
    const clues = { identifier: serialNumber, ...(modelNumber && { model: modelNumber }) };
    const { manufacturer: detected } = detectManufacturer(
      manufacturer ? { given: manufacturer, ...clues } : clues,
    );
    if (detected === null) tally.withoutVendor += 1;
    else if (tally.unavailableVendors.has(detected) || performance.now() > endsAt) tally.unasked += 1;
    else await fetchFromVendor(detected, serialNumber);
  }

  async function fetchFromVendor(manufacturer: string, serialNumber: string): Promise<void> {
    try {
      const result = await lookup(context, { modelNumber: serialNumber, manufacturer });
      tally.asked += 1;
      const { hardware, startDate } = result;
      const date = vendorDateOf(result.manufacturer, { shipDate: hardware.shipDate, startDate });
      if (date) tally.dates.set(serialNumber, { ...date, isOwn: false });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (noVendor.has(error.code)) tally.withoutVendor += 1;
      else {
        tally.unasked += 1;
        tally.unavailableVendors.set(manufacturer, error.message);
      }
    }
  }

  async function fetchInSequence(): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) await ask(next);
  }

  await Promise.all(Array.from({ length: concurrency }, fetchInSequence));
  const { dates, asked } = tally;
  return { dates, vendorDates: { asked, found: dates.size, sentence: sentenceOf(tally) } };
}

function sentenceOf({ dates, asked, withoutVendor, unasked, unavailableVendors }: Tally): string {
  const parts = [`Looked up ${serialNumbers(asked)} with vendors and found ship dates for ${dates.size}.`];
  if (unasked > 0) {
    const reasons = new Set(unavailableVendors.values());
    parts.push(`${capital(serialNumbers(unasked))} could not be looked up right now.`, ...reasons);
  }
  if (withoutVendor > 0) parts.push(`No vendor lookup is available for ${serialNumbers(withoutVendor)}.`);
  if (unasked + withoutVendor > 0) parts.push('Those predictions use only your file.');
  return joinSentences(...parts);
}

function serialNumbers(count: number): string {
  if (count === 0) return 'no serial numbers';
  return count === 1 ? 'one serial number' : `${formatNumber(count)} serial numbers`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
