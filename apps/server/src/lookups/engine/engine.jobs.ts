import * as z from 'zod/mini';
import { defineJob, type PayloadOf } from '../../platform/jobs/job.ts';

export const processChunk = defineJob(
  'bulk.chunk',
  z.object({
    run: z.string(),
    chunk: z.int(),
    round: z.int().check(z.describe('Failed vendor calls for this chunk')),
    crashes: z.int().check(z.describe('Worker crashes while processing this chunk')),
    turn: z.optional(z.int()).check(z.describe('When it is the turn of this chunk (turns.ts)')),
  }),
  { priorityOf: ({ turn = 0 }) => -turn },
);
export type ChunkPayload = PayloadOf<typeof processChunk>;

/** The turn of a job with this priority; null if there is none. */
export const turnOf = (priority: number | null) => (priority === null ? null : -priority);
