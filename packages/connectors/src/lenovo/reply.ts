import * as z from 'zod/mini';
import type { VendorAnswer, VendorDevice, VendorEntitlement } from '../outcome.ts';
import { type ParsedRows, serialOf } from './identifiers.ts';
import { describeProduct } from './product-path.ts';

const text = z.optional(z.nullable(z.string()));
const nullableStamp = z.nullable(z.union([z.iso.date(), z.iso.datetime({ local: true, offset: true })]));
const stamp = z.optional(nullableStamp);
const serial = z.string().check(z.trim(), z.minLength(1), z.toUpperCase());

const warranty = z.object({
  Name: text,
  Description: text,
  Type: text,
  Category: text,
  Start: stamp,
  // May be null but must be there: a field that was renamed would otherwise pass for "no cover".
  End: nullableStamp,
});

const contract = z.object({
  SLA: text,
  EntitlementCode: text,
  Status: text,
  Start: stamp,
  End: nullableStamp,
});

const row = z.object({
  Serial: serial,
  Code: z.optional(z.null()),
  Product: text,
  InWarranty: z.optional(z.nullable(z.boolean())),
  Shipped: stamp,
  Country: text,
  Warranty: z.optional(z.nullable(z.array(warranty))),
  Contract: z.optional(z.nullable(z.array(contract))),
});
type Row = z.output<typeof row>;

const coded = z.object({ Code: z.number() });
const serialNamed = z.object({ Serial: serial });

/**
 * Reads a reply of `/warranty`: an object for one serial, a list for several. Null when it is neither. A row that cannot
 * be understood makes its own serial unexpected and no other; the first row of a serial counts.
 */
export function readWarrantyReply(body: unknown): ParsedRows | null {
  const isRow = serialNamed.safeParse(body).success || coded.safeParse(body).success;
  if (!Array.isArray(body) && !isRow) return null;
  const rows: ParsedRows = { named: new Map(), unnamed: [] };
  for (const candidate of Array.isArray(body) ? body : [body]) {
    const answer = toAnswer(candidate);
    const name = serialNamed.safeParse(candidate).data?.Serial;
    if (name === undefined) rows.unnamed.push(answer);
    else if (!rows.named.has(name)) rows.named.set(name, answer);
  }
  return rows;
}

function toAnswer(candidate: unknown): VendorAnswer {
  const code = coded.safeParse(candidate).data?.Code;
  if (code === 100) return { kind: 'not-known' };
  if (code === 101) return { kind: 'ambiguous', missing: 'machine type' };
  const parsed = row.safeParse(candidate);
  if (!parsed.success || !saysWhatIsCovered(parsed.data)) return { kind: 'unexpected' };
  return { kind: 'found', device: toDevice(parsed.data), entitlements: toEntitlements(parsed.data) };
}

/**
 * A device without any warranty may lack the list, but then its row still says whether it is in warranty. One that is,
 * with nothing listed that could be why, has its cover under a name we do not know.
 */
function saysWhatIsCovered({ Warranty, Contract, InWarranty }: Row): boolean {
  if (Warranty !== undefined || InWarranty === false) return true;
  return InWarranty === true && (Contract ?? []).length > 0;
}

function toDevice(found: Row): VendorDevice {
  return {
    ...describeProduct(found.Product ?? null),
    serviceTag: serialOf(found.Serial),
    shipDate: withoutMidnight(found.Shipped ?? null),
    localChannel: null,
    productLobDescription: null,
    countryCode: found.Country ?? null,
  };
}

function toEntitlements({ Warranty, Contract }: Row): VendorEntitlement[] {
  const contracts = Contract ?? [];
  const cover = [
    ...(Warranty ?? []).map(fromWarranty),
    ...contracts.filter((line) => !isCancelled(line)).map(fromContract),
  ];
  // Where no line counts the shared rule counts them all, and a cancelled contract must never be the headline.
  if (!cover.some(({ endsAt, notHardware }) => endsAt !== null && notHardware === undefined)) return cover;
  const cancelled = contracts.filter(isCancelled).map(fromContract);
  return [...cover, ...cancelled.map((line) => ({ ...line, notHardware: 'cancelled contract cover' }))];
}

function fromWarranty(line: z.output<typeof warranty>): VendorEntitlement {
  const isComponent = line.Category?.trim().toUpperCase() === 'COMPONENT';
  return {
    type: line.Type ?? null,
    startsAt: withoutMidnight(line.Start ?? null),
    endsAt: withoutMidnight(line.End),
    code: null,
    level: line.Name?.trim() || line.Description?.trim() || null,
    ...(isComponent ? { notHardware: 'component cover' } : {}),
  };
}

function fromContract(line: z.output<typeof contract>): VendorEntitlement {
  return {
    type: 'Contract',
    startsAt: withoutMidnight(line.Start ?? null),
    endsAt: withoutMidnight(line.End),
    code: null,
    level: line.SLA?.trim() || line.EntitlementCode?.trim() || null,
  };
}

function isCancelled({ Status }: z.output<typeof contract>): boolean {
  return /^\s*(?:cancel|terminat)/i.test(Status ?? '');
}

/** Lenovo writes days as midnight. Taken as an instant, an end at midnight would end the cover a day early. */
function withoutMidnight(stamp: string | null): string | null {
  return stamp?.replace(/T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:\d\d)?$/, '') ?? null;
}
