import { noHardware } from '@warranty/contracts/warranty';
import type { EntitlementRow } from '@warranty/domain/entitlements';
import { instantOf } from '@warranty/domain/warranty-dates';
import * as z from 'zod/mini';
import type { VendorDevice } from '../outcome.ts';
import { clean, text } from '../reply-fields.ts';

const stamp = z.nullable(z.string().check(z.refine((value) => instantOf(value) !== null)));
const date = z.optional(stamp);

const plan = z.object({
  description: text,
  status: text,
  startDateTime: date,
  // May be null but must be present: otherwise a renamed field would look like a plan without an end.
  endDateTime: stamp,
  isCanceled: z.optional(z.nullable(z.boolean())),
  contractCancelDateTime: date,
});
type Plan = z.output<typeof plan>;

const coverageReply = z.object({ data: z.array(z.object({ attributes: plan })) });

const deviceReply = z.object({
  data: z.object({
    attributes: z.object({
      deviceModel: text,
      deviceCapacity: text,
      partNumber: text,
      productFamily: text,
      productType: text,
    }),
  }),
});

const errorReply = z.object({ errors: z.array(z.object({ detail: text })) });

/** Null if the body is not a list of coverage. */
export function readCoverage(body: unknown): EntitlementRow[] | null {
  const parsed = coverageReply.safeParse(body);
  return parsed.success ? parsed.data.data.map(({ attributes }) => toEntitlement(attributes)) : null;
}

/** Whether a 404 is about the device and not only about its coverage. */
export function isUnknownDevice(body: unknown): boolean {
  const parsed = errorReply.safeParse(body);
  return parsed.success && parsed.data.errors.some(({ detail }) => detail?.includes('orgDevices'));
}

export function readDevice(body: unknown, serial: string): VendorDevice | null {
  const parsed = deviceReply.safeParse(body);
  if (!parsed.success) return null;
  const { deviceModel, deviceCapacity, partNumber, productFamily, productType } = parsed.data.data.attributes;
  return {
    ...unknownDevice(serial),
    productCode: clean(partNumber),
    productLineDescription: clean(deviceModel),
    productFamily: clean(productFamily),
    productLobDescription: clean(productType),
    systemDescription: [clean(deviceModel), clean(deviceCapacity)].filter(Boolean).join(', ') || null,
  };
}

/** A device whose details were not requested. Its order date is not its ship date, so that one is always open. */
export const unknownDevice = (serial: string): VendorDevice => ({ ...noHardware, serviceTag: serial });

function toEntitlement(found: Plan): EntitlementRow {
  const description = clean(found.description);
  const line = {
    type: description === 'Limited Warranty' ? 'Warranty' : 'AppleCare',
    startsAt: toDay(found.startDateTime),
    endsAt: toDay(found.endDateTime),
    code: null,
    level: description,
  };
  if (found.isCanceled) return canceled(line, found.contractCancelDateTime ?? null);
  return line.endsAt === null && found.status === 'ACTIVE' ? { ...line, isOpenEnded: true } : line;
}

/** A canceled plan counts until the day before its cancellation. */
function canceled(line: EntitlementRow, canceledOn: string | null): EntitlementRow {
  const level = line.level && `${line.level} (canceled)`;
  const lastDay = toDay(canceledOn, -1);
  // Without an end it can never count, not even as the only line.
  if (lastDay === null || (line.startsAt !== null && lastDay < line.startsAt))
    return { ...line, level, endsAt: null };
  return { ...line, level, endsAt: line.endsAt !== null && line.endsAt < lastDay ? line.endsAt : lastDay };
}

const dayMs = 24 * 3_600_000;

/** Apple sends calendar days as midnight UTC. With a time of day they would be read as instants. */
function toDay(stamp: string | null | undefined, addDays = 0): string | null {
  const at = instantOf(stamp ?? null);
  return at === null ? null : new Date(at + addDays * dayMs).toISOString().slice(0, 10);
}
