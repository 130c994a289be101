import * as z from 'zod/mini';
import { defineEndpoint, json } from './endpoint.ts';

const vendorConfig = z.object({
  vendor: z.string(),
  isConfigured: z.boolean().check(z.describe('Every key the vendor needs is stored')),
  keyTypes: z
    .record(z.string(), z.string())
    .check(z.describe('For each needed key a masked value, or `Not configured`')),
});

export type VendorConfig = z.output<typeof vendorConfig>;

export const listVendorKeys = defineEndpoint({
  method: 'GET',
  path: '/api/user/{userId}/api-keys',
  access: 'session',
  summary: 'Which vendors the user has stored keys for; never the keys',
  params: z.object({ userId: z.string() }),
  reply: json(z.object({ configs: z.array(vendorConfig) })),
  errors: ['no_session', 'not_found'],
  sensitive: true,
});
