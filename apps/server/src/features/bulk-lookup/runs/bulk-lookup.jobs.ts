import * as z from 'zod/mini';
import { defineJob, type PayloadOf } from '../../../platform/jobs/job.ts';

export const prepareRun = defineJob(
  'bulk.prepare',
  z.object({
    run: z.string(),
    rows: z.optional(z.int()),
    turn: z.optional(z.int()).check(z.describe('When it is the turn of this file (preparation-queue.ts)')),
  }),
  { priorityOf: ({ turn = 0 }) => -turn },
);
export type PreparePayload = PayloadOf<typeof prepareRun>;
