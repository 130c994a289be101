import * as z from 'zod/mini';
import { defineJob, type PayloadOf } from '../../platform/jobs/job.ts';

export const prepareRun = defineJob('bulk.prepare', z.object({ run: z.string() }));
export type PreparePayload = PayloadOf<typeof prepareRun>;

export const processChunk = defineJob(
  'bulk.chunk',
  z.object({
    run: z.string(),
    chunk: z.int(),
    round: z.int().check(z.describe('Failed vendor calls for this chunk')),
    crashes: z.int().check(z.describe('Worker crashes while processing this chunk')),
  }),
);
export type ChunkPayload = PayloadOf<typeof processChunk>;
