import { noHardware } from '@warranty/contracts/warranty';
import type { EntitlementRow } from '@warranty/domain/entitlements';
import * as z from 'zod/mini';
import type { VendorAnswer } from '../outcome.ts';
import { text, textIn } from '../reply-fields.ts';

// Every scalar can be null and some rows lack fields, so only the tag is required.
const nullableStamp = z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}(T|$)/)));
const stamp = z._default(nullableStamp, null);

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
  invalid: z.optional(z.nullable(z.boolean())),
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
    const tag = textIn(candidate, 'serviceTag')?.toUpperCase();
    if (tag === undefined || answers.has(tag)) continue;
    const parsed = row.safeParse(candidate);
    answers.set(tag, parsed.success ? toAnswer(tag, parsed.data) : { kind: 'unexpected' });
  }
  return answers;
}

function toAnswer(serviceTag: string, { invalid, entitlements, ...details }: Row): VendorAnswer {
  // A row that is not marked invalid but has no coverage field is not in the format we know.
  if (invalid === true) return { kind: 'not-known' };
  if (entitlements === undefined) return { kind: 'unexpected' };
  const device = { ...noHardware, ...details, serviceTag };
  return { kind: 'found', device, entitlements: (entitlements ?? []).map(toEntitlement) };
}

function toEntitlement(line: z.output<typeof entitlement>): EntitlementRow {
  return {
    type: line.entitlementType,
    startsAt: line.startDate,
    endsAt: line.endDate,
    code: line.serviceLevelCode,
    level: line.serviceLevelDescription,
  };
}
