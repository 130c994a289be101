import * as z from 'zod/mini';
import { forLookups } from './access.ts';
import { callerErrors } from './core/caller-errors.ts';
import { defineEndpoint, json } from './core/endpoint.ts';
import { exampleSerial } from './core/example.ts';
import { text } from './core/fields.ts';
import { coverKinds } from './vendors/vendor.ts';
import { vendors } from './vendors.ts';

export const warrantyStatuses = ['active', 'expiring', 'expired', 'unknown'] as const;
export type WarrantyStatus = (typeof warrantyStatuses)[number];

const entitlement = z.object({
  entitlementType: text,
  startDate: text.check(z.describe('yyyy-mm-dd')),
  endDate: text.check(z.describe('yyyy-mm-dd')),
  serviceLevelDescription: text,
  provider: text,
  counted: z.boolean().check(z.describe('Included in the headline dates')),
  leftOutBecause: text.check(z.describe('Why it was excluded, as a sentence')),
});
export type Entitlement = z.output<typeof entitlement>;

const hardware = z.object({
  serviceTag: text,
  productCode: text,
  productLineDescription: text,
  productFamily: text,
  shipDate: text.check(z.describe('yyyy-mm-dd')),
  localChannel: text,
  productLobDescription: text,
  countryCode: text,
  systemDescription: text.check(z.describe('Its product line if the vendor has no description')),
});
export type Hardware = z.output<typeof hardware>;

/** A device that nothing is known about. */
export const noHardware = Object.fromEntries(
  Object.keys(hardware.shape).map((name) => [name, null]),
) as Readonly<Record<keyof Hardware, null>>;

const source = z.object({
  vendor: z.string(),
  checkedAt: z.string().check(z.describe('When the vendor returned this result')),
  stale: z.boolean().check(z.describe('The vendor is not responding; this is its last known result')),
  demo: z.boolean().check(z.describe('Sample data')),
  page: text.check(z.describe("The vendor's own page for this device")),
});

/** Tells a device without coverage from one whose coverage is not known: the status of both is `unknown`. */
export const noCoverage = z
  .boolean()
  .check(z.describe('The vendor knows the device and lists no coverage; the status is `unknown`'));

export const warrantyResult = z.object({
  modelNumber: z.string().check(z.describe('The identifier as it was looked up')),
  manufacturer: z.string(),
  manufacturerEvidence: z.string().check(z.describe('How the manufacturer was detected, as a sentence')),
  coverKind: z
    .enum(coverKinds)
    .check(z.describe('What the dates refer to; `license` is not a hardware warranty')),
  status: z.enum(warrantyStatuses),
  noCoverage,
  error: z.optional(z.string()),
  startDate: text.check(z.describe('yyyy-mm-dd')),
  endDate: text.check(z.describe('yyyy-mm-dd')),
  endsAt: text.check(
    z.describe('End as the vendor sent it. Status and days count until the end of `endDate` in UTC'),
  ),
  serviceLevel: text,
  description: text.check(z.describe('Why this date, in one sentence')),
  allEntitlements: z.array(entitlement),
  hardware,
  source: z.nullable(source),
});
export type WarrantyResult = z.output<typeof warrantyResult>;

export const manufacturerNames = vendors.map(({ name }) => name);

export const lookupWarranty = defineEndpoint({
  method: 'POST',
  path: '/api/warranty/lookup',
  ...forLookups,
  group: 'Warranty lookup',
  // Only looks up; results are cached.
  audit: null,
  summary: 'Look up the warranty of one device',
  body: z.object({
    modelNumber: z.string().check(z.trim(), z.minLength(1, 'Model number is required'), z.maxLength(200)),
    manufacturer: z.optional(z.string().check(z.maxLength(100))),
    refresh: z.optional(z.boolean()).check(z.describe('Query the vendor even if a cached result exists')),
  }),
  example: { body: { modelNumber: exampleSerial, manufacturer: 'Dell' } },
  reply: json(warrantyResult),
  errors: [
    ...callerErrors,
    'daily_limit_reached',
    'needs_serial',
    'not_a_serial',
    'placeholder_identifier',
    'maker_unknown',
    'maker_not_supported',
    'vendor_without_lookup',
    'serial_ambiguous',
    'vendor_keys_missing',
    'vendor_keys_refused',
    'vendor_busy',
    'vendor_unreachable',
    'vendor_unexpected',
  ],
});

const vendorCalls = z.object({
  daily: z
    .nullable(z.object({ limit: z.int(), remaining: z.int(), resetsAt: z.string() }))
    .check(z.describe('Null if lookups use your own keys, which have no such limit')),
});
export type VendorCalls = z.output<typeof vendorCalls>;

export const readVendorCalls = defineEndpoint({
  method: 'GET',
  path: '/api/warranty/vendor-calls',
  ...forLookups,
  group: 'Warranty lookup',
  summary: 'Get the number of vendor calls left for today on the server’s own credentials',
  reply: json(vendorCalls),
  errors: [...callerErrors],
});
