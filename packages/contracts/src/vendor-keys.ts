import * as z from 'zod/mini';
import { defineEndpoint, json } from './endpoint.ts';
import { sessionErrors } from './errors.ts';
import { keyTypes, vendorsWithKeys } from './vendors.ts';

const instant = z.string().check(z.describe('An instant'));

/** What a vendor made of the keys; only `works` is a success. */
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
  isConfigured: z.boolean().check(z.describe('Every key the vendor needs is stored')),
  keyTypes: z
    .record(z.string(), z.string())
    .check(z.describe('For each needed key a masked value, or `Not configured`')),
  storedKeys: z.array(storedKey),
  lastUsedAt: z.nullable(instant),
  lastTest: z.nullable(z.extend(keyTest, { testedAt: instant })),
});
export type VendorConfig = z.output<typeof vendorConfig>;

const ownerParams = z.object({ userId: z.string().check(z.describe('The user of this session')) });

const vendorIds = vendorsWithKeys.map(({ id }) => id);
/** In any case: `Dell` and `dell` are the same vendor. */
const vendorId = z.string().check(
  z.maxLength(50),
  z.trim(),
  z.toLowerCase(),
  z.refine((id) => vendorIds.includes(id)),
);
const keyType = z.enum(keyTypes);
/** Keys travel in headers, which carry nothing else; what looks like more came along with copying. */
const keyValue = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Please fill in all required fields'),
    z.maxLength(4096),
    z.regex(/^[\x20-\x7e]+$/, 'The key holds a character that no vendor key has. Copy it again.'),
  );

export const listVendorKeys = defineEndpoint({
  method: 'GET',
  path: '/api/user/{userId}/api-keys',
  access: 'session',
  summary: 'Which vendors the user has stored keys for; never the keys',
  params: ownerParams,
  reply: json(z.object({ configs: z.array(vendorConfig) })),
  errors: [...sessionErrors, 'not_found'],
  sensitive: true,
});

export const saveVendorKey = defineEndpoint({
  method: 'POST',
  path: '/api/user/{userId}/api-keys',
  access: 'session',
  summary: 'Store a vendor key, in place of the one of that type; it can be used and deleted, never read',
  params: ownerParams,
  body: z.object({
    vendor: vendorId,
    keyType,
    keyValue,
    description: z.optional(z.string().check(z.trim(), z.maxLength(500))),
  }),
  reply: json(
    z.object({
      message: z.string(),
      recoveryCode: z
        .nullable(z.string())
        .check(z.describe('With the first secret a user stores: how to come back without this browser')),
    }),
  ),
  errors: [...sessionErrors, 'not_found', 'key_type_not_needed'],
  sensitive: true,
});

export const testVendorKey = defineEndpoint({
  method: 'POST',
  path: '/api/user/{userId}/api-keys/test',
  access: 'session',
  summary:
    'Try a key with the vendor, together with the stored other one where two are needed; it is not stored',
  params: ownerParams,
  body: z.object({ vendor: vendorId, keyType, keyValue }),
  reply: json(keyTest),
  errors: [...sessionErrors, 'not_found', 'key_type_not_needed', 'other_key_missing', 'too_many_requests'],
  sensitive: true,
});

export const deleteVendorKeys = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/{userId}/api-keys/{vendor}',
  access: 'session',
  summary: 'Delete one key of a vendor, or all of them',
  params: z.extend(ownerParams, { vendor: z.string().check(z.maxLength(50)) }),
  query: z.object({ keyType: z.optional(keyType) }),
  reply: json(z.object({ message: z.string() })),
  errors: [...sessionErrors, 'not_found'],
  sensitive: true,
});
