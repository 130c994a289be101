import * as z from 'zod/mini';
import { forMembers } from './access.ts';
import { sessionErrors } from './core/caller-errors.ts';
import { defineEndpoint, json, passthroughJson } from './core/endpoint.ts';
import { exampleSerial } from './core/example.ts';
import { testerMethods } from './vendors/vendor.ts';

export const authTypes = ['none', 'bearer', 'header', 'query', 'oauth2', 'api_key'] as const;
export type AuthType = (typeof authTypes)[number];

const shortText = z.string().check(z.maxLength(200));
/** A key or an access token; tokens can be long. */
const secret = z.string().check(z.maxLength(16_384));

const auth = z.object({
  type: z.enum(authTypes),
  key: z.optional(secret).check(z.describe('The key; for oauth2 an access token')),
  clientId: z.optional(secret),
  clientSecret: z
    .optional(secret)
    .check(z.describe('With `clientId`, for oauth2: both are exchanged for an access token')),
  headerName: z.optional(shortText).check(z.describe('X-API-Key without it')),
  queryParam: z.optional(shortText).check(z.describe('api_key without it')),
});
export type OperationAuth = z.output<typeof auth>;

const extraHeader = z.object({
  key: z.string().check(z.maxLength(200)),
  value: z.string().check(z.maxLength(8192)),
});

/** The call to make. In custom mode it has a `url` and a `method`, and neither vendor nor operation. */
export const vendorOperationRequest = z.object({
  vendor: z.optional(shortText),
  operation: z.optional(shortText),
  parameters: z.optional(
    z.record(shortText, z.union([z.string().check(z.maxLength(2000)), z.number(), z.boolean()])),
  ),
  methodOverride: z.optional(z.enum(testerMethods)),
  extraHeaders: z.optional(z.array(extraHeader).check(z.maxLength(50))),
  body: z.optional(z.string()).check(z.describe('JSON as text, for POST and PUT')),
  auth: z.optional(auth),
  useStoredKeys: z
    .optional(z.boolean())
    .check(
      z.describe('Call the operation with your stored keys of its vendor, without `auth`; not for a URL'),
    ),
  url: z.optional(z.string().check(z.maxLength(8192))),
  method: z.optional(z.enum(testerMethods)),
});
export type VendorOperationRequest = z.output<typeof vendorOperationRequest>;

const problem = z.object({ path: z.string(), message: z.string() });
export type OperationProblem = z.output<typeof problem>;

const vendorOperationReply = z.object({
  success: z.boolean().check(z.describe('Whether the operation itself returned a 2xx status')),
  /** The response body: parsed if its content type is JSON, otherwise text. */
  data: passthroughJson,
  status: z.nullable(z.number()).check(z.describe('Null if there was no response')),
  headers: z.record(z.string(), z.string()),
  requestConfig: z.object({
    vendor: z.nullable(z.string()),
    operation: z.nullable(z.string()),
    url: z.string().check(z.describe('Without the API key')),
    method: z.enum(testerMethods),
  }),
  error: z
    .nullable(z.string())
    .check(
      z.describe('Why the operation was not called; with a status, it is the status of the token request'),
    ),
  details: z.array(problem).check(z.describe('The rules that blocked the call; empty if a retry may help')),
});
export type VendorOperationReply = z.output<typeof vendorOperationReply>;

export const callVendorOperation = defineEndpoint({
  method: 'POST',
  path: '/api/vendor-operations',
  ...forMembers,
  group: 'Explorer and tester',
  audit: 'relay.called',
  summary:
    'Call a vendor API with entered or stored keys, or a public URL if the administrator allows it, and return the response; entered keys are not stored',
  body: vendorOperationRequest,
  example: {
    body: {
      vendor: 'dell',
      operation: 'asset-entitlements',
      parameters: { servicetags: exampleSerial },
      auth: { type: 'oauth2', clientId: 'YOUR_CLIENT_ID', clientSecret: 'YOUR_CLIENT_SECRET' },
    },
  },
  reply: json(vendorOperationReply),
  errors: [
    ...sessionErrors,
    'custom_urls_off',
    'unsupported_vendor',
    'unsupported_operation',
    'parameters_refused',
    'endpoint_unresolved',
    'custom_url_incomplete',
    'vendor_keys_missing',
    'vendor_keys_refused',
    'too_many_requests',
    'relay_busy',
  ],
  sensitive: true,
});
