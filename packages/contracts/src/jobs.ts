import * as z from 'zod/mini';

/** Background jobs by name. Payloads carry ids and ranges, never rows or secrets. */
export const jobs = {
  'session.sweep': z.object({}),
  'vendor-keys.sweep': z.object({}),
  'api-tester.sweep': z.object({}),
  'bulk.prepare': z.object({ run: z.string() }),
  'bulk.chunk': z.object({
    run: z.string(),
    chunk: z.int(),
    round: z.int().check(z.describe('Failed vendor calls for this chunk')),
    crashes: z.int().check(z.describe('Worker crashes while processing this chunk')),
  }),
  'bulk.sweep': z.object({}),
  'agents.sweep': z.object({}),
  'session.erase-user': z.object({ userId: z.uuid() }),
} as const satisfies Record<string, z.ZodMiniType>;

export type JobName = keyof typeof jobs;
export type JobPayload<N extends JobName> = z.output<(typeof jobs)[N]>;
export const jobNames = Object.keys(jobs) as JobName[];
