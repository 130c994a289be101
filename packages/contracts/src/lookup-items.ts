import * as z from 'zod/mini';
import { forLookups } from './access.ts';
import { vendorNames } from './bulk-lookup.ts';
import { callerErrors } from './core/caller-errors.ts';
import { defineEndpoint, json } from './core/endpoint.ts';
import { exampleSerial } from './core/example.ts';
import { rowResult } from './csv-enrichment.ts';

export const maxLookupItems = 1000;

export const lookupItems = defineEndpoint({
  method: 'POST',
  path: '/api/warranty/bulk',
  ...forLookups,
  group: 'Warranty lookup',
  audit: null, // Only looks up; results are cached.
  summary: 'Look up a short list of serial numbers',
  body: z.object({
    items: z
      .array(
        z.object({
          serialNumber: z
            .string()
            .check(z.trim(), z.minLength(1, 'Serial number is required'), z.maxLength(200)),
          manufacturer: z.optional(z.string().check(z.maxLength(100))),
          model: z
            .optional(z.string().check(z.maxLength(100)))
            .check(z.describe('Model name. Tells the manufacturer if none is given')),
        }),
      )
      .check(z.minLength(1, 'At least one item is required'), z.maxLength(maxLookupItems)),
    vendors: z.optional(vendorNames).check(z.describe('Vendors to look up; defaults to Dell')),
    cachedOnly: z
      .optional(z.boolean())
      .check(
        z.describe(
          'Call no vendor: return the last known results of devices that you have looked up before, of any manufacturer and without entitlements. Others are `pending`',
        ),
      ),
  }),
  example: { body: { items: [{ serialNumber: exampleSerial, manufacturer: 'Dell' }] } },
  // A thousand items of 400 characters with up to three bytes each. A body of this size is parsed on the main thread: it
  // has few values, and long strings cost little to parse.
  bodyLimit: 1280 * 1024,
  maxValues: 5100,
  reply: json(z.array(rowResult)),
  errors: [...callerErrors, 'daily_limit_reached'],
});
