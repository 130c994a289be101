import { noHardware } from '@warranty/contracts/warranty';
import type { EntitlementRow } from '@warranty/domain/entitlements';
import * as z from 'zod/mini';
import type { VendorAnswer, VendorDevice } from '../outcome.ts';
import { stamp, text, withoutMidnight } from '../reply-fields.ts';
import { isSetupSupport } from './setup-support.ts';

const offer = z.object({
  offerDescription: text,
  serviceObligationTypeCode: text,
  serviceObligationLineItemStartDate: z.optional(stamp),
  // May be null but must be present: otherwise a renamed field would look like "no coverage".
  serviceObligationLineItemEndDate: stamp,
});
type Offer = z.output<typeof offer>;

const row = z.looseObject({
  sn: text,
  product: z.optional(
    z.nullable(
      z.object({ serialNumber: text, productDescription: text, productNumber: text, countryCode: text }),
    ),
  ),
  offers: z.optional(z.nullable(z.array(offer))),
});
type Row = z.output<typeof row>;

/** Finds the serial even in a row that is otherwise malformed. */
const serials = z.object({
  sn: z.catch(text, null),
  product: z.catch(z.optional(z.nullable(z.object({ serialNumber: z.catch(text, null) }))), null),
});

/** Fields that a row copies from the query. */
const echoed = ['sn', 'pn', 'cc'];

const typeNames: Record<string, string> = { W: 'Warranty', C: 'Contract' };

/**
 * Reads a reply of `/queries`, by uppercase serial. Returns null if it is not a list. A malformed row makes only its own
 * serial unexpected. If a serial has several rows, the first one is used.
 */
export function readQueryRows(body: unknown): Map<string, VendorAnswer> | null {
  if (!Array.isArray(body)) return null;
  const answers = new Map<string, VendorAnswer>();
  for (const candidate of body) {
    const [serial] = serialsIn(candidate);
    if (serial === undefined || answers.has(serial)) continue;
    const parsed = row.safeParse(candidate);
    answers.set(serial, parsed.success ? toAnswer(serial, parsed.data) : { kind: 'unexpected' });
  }
  return answers;
}

/** The requested serial comes first. Some rows have only that one, others only the product's. */
function serialsIn(candidate: unknown): string[] {
  const parsed = serials.safeParse(candidate);
  if (!parsed.success) return [];
  const { sn, product } = parsed.data;
  return [sn, product?.serialNumber]
    .map((serial) => serial?.trim().toUpperCase() ?? '')
    .filter((serial) => serial !== '');
}

function toAnswer(serial: string, found: Row): VendorAnswer {
  // A different device than the requested one.
  if (new Set(serialsIn(found)).size > 1) return { kind: 'unexpected' };
  if (onlyRepeatsTheQuestion(found)) return { kind: 'not-known' };
  // For a known product HP sends a list of offers; an empty list means no coverage. If the list is missing, or there is
  // neither a product nor an offer under the known names, a field was renamed and the coverage is unknown.
  const offers = found.offers ?? [];
  if (found.offers === undefined || (!found.product && offers.length === 0)) return { kind: 'unexpected' };
  return { kind: 'found', device: toDevice(serial, found), entitlements: offers.map(toEntitlement) };
}

/**
 * For an unknown serial HP sends back only the query. Any other field with a value may be coverage under a new name, so
 * such a row does not count as unknown.
 */
function onlyRepeatsTheQuestion(found: Row): boolean {
  return Object.entries(found).every(
    ([name, value]) =>
      echoed.includes(name) ||
      value === null ||
      value === undefined ||
      (Array.isArray(value) && value.length === 0),
  );
}

function toDevice(serial: string, { product }: Row): VendorDevice {
  return {
    ...noHardware,
    serviceTag: serial,
    productCode: product?.productNumber ?? null,
    countryCode: product?.countryCode ?? null,
    systemDescription: product?.productDescription ?? null,
  };
}

function toEntitlement(line: Offer): EntitlementRow {
  const type = line.serviceObligationTypeCode?.trim() || null;
  const level = line.offerDescription;
  return {
    type: type && (typeNames[type.toUpperCase()] ?? type),
    startsAt: withoutMidnight(line.serviceObligationLineItemStartDate ?? null),
    endsAt: withoutMidnight(line.serviceObligationLineItemEndDate),
    code: null,
    level,
    ...(level !== null && isSetupSupport(level) ? { notHardware: 'setup support' } : {}),
  };
}
