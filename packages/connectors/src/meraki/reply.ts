import { noHardware } from '@warranty/contracts/warranty';
import type { EntitlementRow } from '@warranty/domain/entitlements';
import * as z from 'zod/mini';
import type { VendorAnswer, VendorDevice } from '../outcome.ts';
import { isDay, text, textIn } from '../reply-fields.ts';

const stamp = z.nullable(z.string().check(z.refine(isStamp)));

const organization = z.object({
  id: z.union([z.string().check(z.minLength(1)), z.number()]),
  api: z.optional(z.nullable(z.object({ enabled: z.optional(z.nullable(z.boolean())) }))),
  licensing: z.optional(z.nullable(z.object({ model: text }))),
});

const device = z.object({
  serial: z.string(),
  model: text,
  name: text,
  orderNumber: text,
  productType: text,
  countryCode: text,
  claimedAt: z.optional(stamp),
  // May be null but must be present, like every end date below: otherwise a renamed field would look like "no license".
  licenseExpirationDate: stamp,
  eox: z.optional(z.nullable(z.object({ endOfSupportAt: stamp }))),
});
export type Device = z.output<typeof device>;

const deviceLicense = z.object({
  deviceSerial: z.nullable(z.string()),
  activationDate: z.optional(stamp),
  expirationDate: stamp,
});

const overview = z.object({ expirationDate: z.string() });

export interface Organization {
  id: string;
  apiEnabled: boolean;
  licensing: 'co-term' | 'per-device' | 'subscription' | null;
}

export interface License {
  activatedAt: string | null;
  endsAt: string | null;
}

/** Null if the row is malformed. */
export function readOrganization(row: unknown): Organization | null {
  const parsed = organization.safeParse(row);
  if (!parsed.success) return null;
  const { id, api, licensing } = parsed.data;
  const model = licensing?.model;
  return {
    id: String(id),
    apiEnabled: api?.enabled !== false,
    licensing: model === 'co-term' || model === 'per-device' || model === 'subscription' ? model : null,
  };
}

export interface DevicePage {
  /** By uppercase serial; null for a malformed row. If a serial has several rows, the first one is used. */
  devices: Map<string, Device | null>;
  /** Whether a row has no serial, so that it may belong to any device. */
  hasNameless: boolean;
}

export function readDevices(rows: readonly unknown[]): DevicePage {
  const devices = new Map<string, Device | null>();
  let hasNameless = false;
  for (const row of rows) {
    const serial = textIn(row, 'serial')?.toUpperCase();
    if (serial === undefined) hasNameless = true;
    if (serial === undefined || devices.has(serial)) continue;
    const parsed = device.safeParse(row);
    devices.set(serial, parsed.success ? parsed.data : null);
  }
  return { devices, hasNameless };
}

/** The licenses of one device. Null if a row is malformed, since it may belong to this device. */
export function readDeviceLicenses(rows: readonly unknown[], serial: string): License[] | null {
  const licenses: License[] = [];
  for (const row of rows) {
    const parsed = deviceLicense.safeParse(row);
    if (!parsed.success) return null;
    const { deviceSerial, activationDate, expirationDate } = parsed.data;
    if (deviceSerial?.toUpperCase() === serial)
      licenses.push({ activatedAt: activationDate ?? null, endsAt: expirationDate });
  }
  return licenses;
}

/** The one license that all devices of a co-term organization share. Null if the reply is malformed. */
export function readOverview(body: unknown): License | null {
  const parsed = overview.safeParse(body);
  if (!parsed.success) return null;
  const words = parsed.data.expirationDate.trim();
  if (words.toUpperCase() === 'N/A') return { activatedAt: null, endsAt: null };
  const endsAt = isStamp(words) ? words : formatDate(words);
  return endsAt === null ? null : { activatedAt: null, endsAt };
}

export function toAnswer(found: Device, licenses: readonly License[]): VendorAnswer {
  const lines = licenses.map(({ activatedAt, endsAt }) => ({
    type: 'License',
    startsAt: activatedAt ?? found.claimedAt ?? null,
    endsAt,
    code: null,
    level: 'License',
  }));
  const endOfSupport = found.eox?.endOfSupportAt ?? null;
  return {
    kind: 'found',
    device: toDevice(found),
    entitlements: endOfSupport === null ? lines : [...lines, endOfSupportLine(endOfSupport)],
  };
}

function endOfSupportLine(endsAt: string): EntitlementRow {
  const notHardware = 'the end of support, not a license';
  return { type: 'End of support', startsAt: null, endsAt, code: null, level: null, notHardware };
}

/** The claim date is not a ship date, so it is not returned as one. */
function toDevice(found: Device): VendorDevice {
  return {
    ...noHardware,
    serviceTag: found.serial.toUpperCase(),
    productCode: found.orderNumber,
    productLineDescription: found.productType,
    productFamily: found.model,
    productLobDescription: found.productType,
    countryCode: found.countryCode,
    systemDescription: found.name,
  };
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Reads "Mar 13, 2027 UTC" as 2027-03-13. `Date.parse` is not used because its result for such text depends on the engine.
 */
function formatDate(words: string): string | null {
  const [, name = '', date = '', year] =
    /^([A-Z][a-z]{2})[a-z]* (\d{1,2}), (\d{4})(?: UTC)?$/.exec(words) ?? [];
  const month = months.indexOf(name) + 1;
  const day = `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isStamp(day) ? day : null;
}

function isStamp(value: string): boolean {
  const [, day = ''] =
    /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(value) ?? [];
  return isDay(day);
}
