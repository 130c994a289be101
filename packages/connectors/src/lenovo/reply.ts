import { noHardware } from '@warranty/contracts/warranty';
import type { EntitlementRow } from '@warranty/domain/entitlements';
import * as z from 'zod/mini';
import type { VendorAnswer, VendorDevice } from '../outcome.ts';
import { clean, stamp, text, withoutMidnight } from '../reply-fields.ts';
import { type ParsedRows, serialOf } from './identifiers.ts';
import { describeProduct } from './product-path.ts';

const optionalStamp = z._default(stamp, null);
const serial = z.string().check(z.trim(), z.minLength(1), z.toUpperCase());

const warranty = z.object({
  Name: text,
  Description: text,
  Type: text,
  Category: text,
  Start: optionalStamp,
  // May be null but must be present: otherwise a renamed field would look like "no coverage".
  End: stamp,
});

const contract = z.object({
  SLA: text,
  EntitlementCode: text,
  Status: text,
  Start: optionalStamp,
  End: stamp,
});

const row = z.object({
  Serial: serial,
  Code: z.optional(z.null()),
  Product: text,
  InWarranty: z.optional(z.nullable(z.boolean())),
  Shipped: optionalStamp,
  Country: text,
  Warranty: z.optional(z.nullable(z.array(warranty))),
  Contract: z.optional(z.nullable(z.array(contract))),
});
type Row = z.output<typeof row>;

const coded = z.object({ Code: z.number() });
const serialNamed = z.object({ Serial: serial });

/**
 * Reads a reply of `/warranty`: an object for one serial, a list for several. Returns null if it is neither. A malformed
 * row makes only its own serial unexpected. If a serial has several rows, the first one is used.
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
 * The row of a device without a warranty may lack the list, but it still has `InWarranty`. If that is true and nothing is
 * listed, the coverage is in a field we do not know.
 */
function saysWhatIsCovered({ Warranty, Contract, InWarranty }: Row): boolean {
  if (Warranty !== undefined || InWarranty === false) return true;
  return InWarranty === true && (Contract ?? []).length > 0;
}

function toDevice(found: Row): VendorDevice {
  return {
    ...noHardware,
    ...describeProduct(found.Product),
    serviceTag: serialOf(found.Serial),
    shipDate: withoutMidnight(found.Shipped),
    countryCode: found.Country,
  };
}

function toEntitlements({ Warranty, Contract }: Row): EntitlementRow[] {
  const contracts = Contract ?? [];
  const cover = [
    ...(Warranty ?? []).map(fromWarranty),
    ...contracts.filter((line) => !isCancelled(line)).map(fromContract),
  ];
  // If no line counts, the shared rule counts all of them, and a canceled contract must never be the main coverage.
  if (!cover.some(({ endsAt, notHardware }) => endsAt !== null && notHardware === undefined)) return cover;
  const cancelled = contracts.filter(isCancelled).map(fromContract);
  return [...cover, ...cancelled.map((line) => ({ ...line, notHardware: 'cancelled contract coverage' }))];
}

function fromWarranty(line: z.output<typeof warranty>): EntitlementRow {
  const isComponent = line.Category?.trim().toUpperCase() === 'COMPONENT';
  return {
    type: line.Type,
    startsAt: withoutMidnight(line.Start),
    endsAt: withoutMidnight(line.End),
    code: null,
    level: clean(line.Name) ?? clean(line.Description),
    ...(isComponent ? { notHardware: 'component coverage' } : {}),
  };
}

function fromContract(line: z.output<typeof contract>): EntitlementRow {
  return {
    type: 'Contract',
    startsAt: withoutMidnight(line.Start),
    endsAt: withoutMidnight(line.End),
    code: null,
    level: clean(line.SLA) ?? clean(line.EntitlementCode),
  };
}

function isCancelled({ Status }: z.output<typeof contract>): boolean {
  return /^\s*(?:cancel|terminat)/i.test(Status ?? '');
}
