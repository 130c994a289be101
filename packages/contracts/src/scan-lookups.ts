import * as z from 'zod/mini';
import { forLookups } from './access.ts';
import { onScans, scanParams } from './agents.ts';
import { callerErrors } from './core/caller-errors.ts';
import { defineEndpoint, json } from './core/endpoint.ts';
import { count, instant, text } from './core/fields.ts';

const scanLookup = z.object({
  status: z
    .enum(['processing', 'paused', 'done'])
    .check(z.describe('`paused` until the lookup is started again, or until `continuesAt`')),
  total: count.check(z.describe('Different serial numbers')),
  done: count,
  continuesAt: z.nullable(instant).check(z.describe('When a paused lookup continues by itself')),
  problem: text.check(z.describe('Why it is paused')),
  devices: z
    .nullable(z.array(z.string()))
    .check(z.describe('IDs of the devices that are looked up; null for all that have a serial number')),
  failures: z
    .array(
      z.object({
        message: z.string(),
        needsKeys: z.boolean().check(z.describe('Solved by vendor keys')),
        devices: z.array(z.string()),
      }),
    )
    .check(z.describe('Devices without a result, by reason')),
});
export type ScanLookup = z.output<typeof scanLookup>;

/** As many as one scan can have. */
const maxLookedUpDevices = 10_000;

const onLookup = {
  ...onScans,
  path: '/api/agent/discoveries/{sessionId}/lookup',
  params: scanParams,
} as const;

export const startScanLookup = defineEndpoint({
  ...onLookup,
  ...forLookups,
  method: 'POST',
  audit: 'discovery.looked_up',
  example: { body: {} },
  summary:
    'Look up the warranties of the devices of a scan in the background; POST /api/warranty/bulk with `cachedOnly` returns them as they arrive',
  body: z.object({
    devices: z
      .optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(maxLookedUpDevices)))
      .check(z.describe('IDs of the devices to look up; defaults to all that have a serial number')),
  }),
  bodyLimit: 256 * 1024,
  maxValues: maxLookedUpDevices + 10,
  reply: json(z.object({ lookup: scanLookup }), 202),
  errors: [...callerErrors, 'not_found', 'too_many_scan_lookups'],
});

export const readScanLookup = defineEndpoint({
  ...onLookup,
  method: 'GET',
  summary: 'Get the progress of the lookup of a scan, and what failed',
  reply: json(z.object({ lookup: z.nullable(scanLookup) })),
  errors: [...callerErrors, 'not_found'],
});
