import * as z from 'zod/mini';

/** Background work by name. A payload carries ids and ranges, never rows and never a secret. */
export const jobs = {
  'session.sweep': z.object({}),
  'vendor-keys.sweep': z.object({}),
  'api-tester.sweep': z.object({}),
  'bulk.prepare': z.object({ run: z.string() }),
  'bulk.chunk': z.object({
    run: z.string(),
    chunk: z.int(),
    round: z.int().check(z.describe('How often the vendor has failed this chunk')),
    crashes: z.int().check(z.describe('How often a worker died while it had this chunk in hand')),
  }),
  'bulk.sweep': z.object({}),
  'agents.sweep': z.object({}),
  'session.erase-user': z.object({ userId: z.uuid() }),
} as const satisfies Record<string, z.ZodMiniType>;

export type JobName = keyof typeof jobs;
export type JobPayload<N extends JobName> = z.output<(typeof jobs)[N]>;
export const jobNames = Object.keys(jobs) as JobName[];
