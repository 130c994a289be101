import * as z from 'zod/mini';
import { forLookups } from './access.ts';
import { callerErrors } from './core/caller-errors.ts';
import { defineEndpoint, json } from './core/endpoint.ts';

const usageItem = z.object({
  id: z.string().check(z.describe('Never changes, such as `bulk-rows`')),
  label: z.string(),
  used: z.number(),
  limit: z.number(),
  unit: z.enum(['count', 'bytes']),
  note: z.string().check(z.describe('When it no longer counts, as a sentence')),
});
export type UsageItem = z.output<typeof usageItem>;

export const readUsage = defineEndpoint({
  method: 'GET',
  path: '/api/usage',
  ...forLookups,
  group: 'Usage and activity',
  summary: 'List what you have used of each limit',
  reply: json(z.object({ items: z.array(usageItem) })),
  errors: [...callerErrors],
});
