import * as z from 'zod/mini';
import type { VendorAnswer, VendorDevice, VendorEntitlement } from '../outcome.ts';
import { isSetupSupport } from './setup-support.ts';

const text = z.optional(z.nullable(z.string()));
const nullableStamp = z.nullable(z.union([z.iso.date(), z.iso.datetime({ local: true, offset: true })]));

const offer = z.object({
  offerDescription: text,
  serviceObligationTypeCode: text,
  serviceObligationLineItemStartDate: z.optional(nullableStamp),
  // May be null but must be there: a field that was renamed would otherwise pass for "no cover".
  serviceObligationLineItemEndDate: nullableStamp,
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

/** Finds the serial even in a row that is otherwise of another form. */
const serials = z.object({
  sn: z.catch(text, null),
  product: z.catch(z.optional(z.nullable(z.object({ serialNumber: z.catch(text, null) }))), null),
});

/** What a row repeats of the question. */
const echoed = ['sn', 'pn', 'cc'];

const typeNames: Record<string, string> = { W: 'Warranty', C: 'Contract' };

/**
 * Reads a reply of `/queries`, by serial in upper case. Null when it is no list at all. A row that cannot be understood
 * makes its own serial unexpected and no other; the first row of a serial counts.
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

/** What was asked for comes first; some rows name only that, others only the product's. */
function serialsIn(candidate: unknown): string[] {
  const parsed = serials.safeParse(candidate);
  if (!parsed.success) return [];
  const { sn, product } = parsed.data;
  return [sn, product?.serialNumber]
    .map((serial) => serial?.trim().toUpperCase() ?? '')
    .filter((serial) => serial !== '');
}

function toAnswer(serial: string, found: Row): VendorAnswer {
  // Another device than the one asked for.
  if (new Set(serialsIn(found)).size > 1) return { kind: 'unexpected' };
  if (onlyRepeatsTheQuestion(found)) return { kind: 'not-known' };
  // HP sends a known product with a list of offers, which may be empty: that is no cover. Without the list, or with
  // neither product nor offers under the names we know, something was renamed and nothing can be said of the cover.
  const offers = found.offers ?? [];
  if (found.offers === undefined || (!found.product && offers.length === 0)) return { kind: 'unexpected' };
  return { kind: 'found', device: toDevice(serial, found), entitlements: offers.map(toEntitlement) };
}

/**
 * HP answers a serial that it does not know with the serial and nothing more. Nothing more means nothing at all: a row
 * with an unknown field that holds something may be cover under a new name.
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
    serviceTag: serial,
    productCode: product?.productNumber ?? null,
    productLineDescription: null,
    productFamily: null,
    shipDate: null,
    localChannel: null,
    productLobDescription: null,
    countryCode: product?.countryCode ?? null,
    systemDescription: product?.productDescription ?? null,
  };
}

function toEntitlement(line: Offer): VendorEntitlement {
  const type = line.serviceObligationTypeCode?.trim() || null;
  const level = line.offerDescription ?? null;
  return {
    type: type && (typeNames[type.toUpperCase()] ?? type),
    startsAt: withoutMidnight(line.serviceObligationLineItemStartDate ?? null),
    endsAt: withoutMidnight(line.serviceObligationLineItemEndDate),
    code: null,
    level,
    ...(level !== null && isSetupSupport(level) ? { notHardware: 'setup support' } : {}),
  };
}

/** HP means days. Taken as an instant, an end at midnight would end the cover a day early. */
function withoutMidnight(stamp: string | null): string | null {
  return stamp?.replace(/T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:\d\d)?$/, '') ?? null;
}
