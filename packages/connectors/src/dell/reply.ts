import * as z from 'zod/mini';
import type { VendorAnswer, VendorDevice, VendorEntitlement } from '../outcome.ts';

// Every scalar can be null and some rows lack fields, so only the tag is required.
const text = z.optional(z.nullable(z.string()));
const nullableStamp = z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}(T|$)/)));
const stamp = z.optional(nullableStamp);
const flag = z.optional(z.nullable(z.boolean()));

const entitlement = z.object({
  startDate: stamp,
  // May be null but must be present: otherwise a renamed field would look like "no coverage".
  endDate: nullableStamp,
  entitlementType: text,
  serviceLevelCode: text,
  serviceLevelDescription: text,
});

const row = z.object({
  serviceTag: z.string(),
  shipDate: stamp,
  productCode: text,
  localChannel: text,
  productLineDescription: text,
  productFamily: text,
  systemDescription: text,
  productLobDescription: text,
  countryCode: text,
  invalid: flag,
  entitlements: z.optional(z.nullable(z.array(entitlement))),
});
type Row = z.output<typeof row>;

/**
 * Reads a reply of `/asset-entitlements`. Returns null if it is not a list. A malformed row makes only its own tag
 * unexpected. If a tag has several rows, the first one is used.
 */
export function readEntitlementRows(body: unknown): Map<string, VendorAnswer> | null {
  if (!Array.isArray(body)) return null;
  const answers = new Map<string, VendorAnswer>();
  for (const candidate of body) {
    const tag = tagOf(candidate);
    if (tag === null || answers.has(tag)) continue;
    const parsed = row.safeParse(candidate);
    answers.set(tag, parsed.success ? toAnswer(parsed.data) : { kind: 'unexpected' });
  }
  return answers;
}

function tagOf(candidate: unknown): string | null {
  if (typeof candidate !== 'object' || candidate === null || !('serviceTag' in candidate)) return null;
  return typeof candidate.serviceTag === 'string' ? candidate.serviceTag.toUpperCase() : null;
}

function toAnswer(found: Row): VendorAnswer {
  // A row that is not marked invalid but has no coverage field is not in the format we know.
  if (found.invalid === true) return { kind: 'not-known' };
  if (found.entitlements === undefined) return { kind: 'unexpected' };
  return {
    kind: 'found',
    device: toDevice(found),
    entitlements: (found.entitlements ?? []).map(toEntitlement),
  };
}

function toDevice(found: Row): VendorDevice {
  return {
    serviceTag: found.serviceTag.toUpperCase(),
    productCode: found.productCode ?? null,
    productLineDescription: found.productLineDescription ?? null,
    productFamily: found.productFamily ?? null,
    shipDate: found.shipDate ?? null,
    localChannel: found.localChannel ?? null,
    productLobDescription: found.productLobDescription ?? null,
    countryCode: found.countryCode ?? null,
    systemDescription: found.systemDescription ?? null,
  };
}

function toEntitlement(line: z.output<typeof entitlement>): VendorEntitlement {
  return {
    type: line.entitlementType ?? null,
    startsAt: line.startDate ?? null,
    endsAt: line.endDate ?? null,
    code: line.serviceLevelCode ?? null,
    level: line.serviceLevelDescription ?? null,
  };
}
