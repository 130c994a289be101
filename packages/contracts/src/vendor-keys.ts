import * as z from 'zod/mini';
import { forAdmins, forViewers } from './access.ts';
import { sessionErrors } from './core/caller-errors.ts';
import { defineEndpoint, json } from './core/endpoint.ts';
import { instant, messageReply, recoveryCode } from './core/fields.ts';
import { keyTypes } from './vendors/vendor.ts';
import { vendorsWithKeys } from './vendors.ts';

/** Outcomes of a key test; only `works` is a success. */
export const keyTestOutcomes = ['works', 'key-refused', 'busy', 'unreachable', 'unexpected'] as const;

const keyTest = z.object({
  success: z.boolean(),
  outcome: z.enum(keyTestOutcomes),
  message: z.string().check(z.describe('The outcome as a sentence')),
});
export type KeyTest = z.output<typeof keyTest>;

const storedKey = z.object({
  keyType: z.enum(keyTypes),
  description: z.nullable(z.string()),
  updatedAt: instant,
});
export type StoredKey = z.output<typeof storedKey>;

const vendorConfig = z.object({
  vendor: z.string(),
  isConfigured: z.boolean().check(z.describe('All required keys are stored')),
  keyTypes: z
    .record(z.string(), z.string())
    .check(z.describe('Masked value of each required key, or `Not configured`')),
  storedKeys: z.array(storedKey),
  lastUsedAt: z.nullable(instant),
  lastTest: z.nullable(z.extend(keyTest, { testedAt: instant })),
});
export type VendorConfig = z.output<typeof vendorConfig>;

const ownerParams = z.object({ userId: z.string().check(z.describe('Get the user of this session')) });

const vendorIds: readonly string[] = vendorsWithKeys.map(({ id }) => id);
/** Case-insensitive: `Dell` and `dell` are the same vendor. */
const vendorId = z.string().check(
  z.maxLength(50),
  z.trim(),
  z.toLowerCase(),
  z.refine((id) => vendorIds.includes(id)),
);
const keyType = z.enum(keyTypes);
/** Most keys are sent in headers, which allow only these characters. Any others were copied by accident. */
const keyValue = z.string().check(
  z.trim(),
  // The line breaks of a key file carry no meaning.
  z.overwrite((value) => (value.startsWith('-----BEGIN ') ? value.replaceAll(/[\r\n]+/g, ' ') : value)),
  z.minLength(1, 'Please fill in all required fields'),
  z.maxLength(4096),
  z.regex(/^[\x20-\x7e]+$/, 'The key contains an invalid character. Copy it again.'),
);
const otherKeys = z
  .optional(z.array(z.object({ keyType, keyValue })).check(z.maxLength(keyTypes.length)))
  .check(z.describe('More keys of the same vendor, each of another type'));

const common = { ...forAdmins, group: 'Vendor keys', params: ownerParams, sensitive: true } as const;

export const listVendorKeys = defineEndpoint({
  ...common,
  ...forViewers,
  method: 'GET',
  path: '/api/user/{userId}/api-keys',
  summary: 'List the vendors and their key status, without key values',
  reply: json(z.object({ configs: z.array(vendorConfig) })),
  errors: [...sessionErrors, 'not_found'],
});

const exampleKey = { vendor: 'lenovo', keyType: 'api_key', keyValue: 'YOUR_API_KEY' } as const;

export const saveVendorKey = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/user/{userId}/api-keys',
  audit: 'vendor_key.saved',
  summary: 'Store or replace keys of a vendor; keys can be used and deleted but never read',
  body: z.object({
    vendor: vendorId,
    keyType,
    keyValue,
    description: z.optional(z.string().check(z.trim(), z.maxLength(500))),
    otherKeys,
  }),
  example: { body: exampleKey },
  reply: json(
    z.object({
      message: z.string(),
      recoveryCode,
    }),
  ),
  errors: [...sessionErrors, 'not_found', 'key_type_not_needed'],
  replaces: 'A stored key of the same vendor and type is replaced. It cannot be restored.',
});

export const testVendorKey = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/user/{userId}/api-keys/test',
  audit: 'vendor_key.tested',
  summary:
    'Test keys with the vendor, together with any stored key they need; the keys in the body are not stored',
  body: z
    .object({
      vendor: vendorId,
      keyType: z
        .optional(keyType)
        .check(z.describe('Without a type and a value, the stored keys are tested')),
      keyValue: z.optional(keyValue),
      otherKeys,
    })
    .check(
      z.refine(({ keyType, keyValue }) => (keyType === undefined) === (keyValue === undefined), {
        path: ['keyValue'],
        error: 'Please enter an API key to test',
      }),
    ),
  example: { body: exampleKey },
  reply: json(keyTest),
  errors: [...sessionErrors, 'not_found', 'key_type_not_needed', 'other_key_missing', 'too_many_requests'],
});

export const deleteVendorKeys = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/api/user/{userId}/api-keys/{vendor}',
  audit: 'vendor_key.deleted',
  summary: 'Delete one or all keys of a vendor',
  params: z.extend(ownerParams, { vendor: z.string().check(z.maxLength(50)) }),
  query: z.object({ keyType: z.optional(keyType) }),
  reply: json(messageReply),
  errors: [...sessionErrors, 'not_found'],
});
