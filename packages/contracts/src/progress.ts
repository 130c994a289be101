import * as z from 'zod/mini';
import { forChangingRuns, forReadingRuns } from './access.ts';
import { callerErrors } from './core/caller-errors.ts';
import { defineEndpoint, json, noContent } from './core/endpoint.ts';
import { count, instant } from './core/fields.ts';
import { outcomeCounts } from './row-outcome.ts';

export const continuesAt = z
  .nullable(instant)
  .check(z.describe('Set while the daily limit makes the run wait'));

export const progressStatuses = ['processing', 'paused', 'completed', 'error', 'cancelled'] as const;

const progress = z.object({
  current: count,
  total: count,
  message: z.string(),
  status: z.enum(progressStatuses),
  continuesAt,
  rowsPerSecond: z.nullable(z.number()),
  secondsLeft: z.nullable(count),
  counts: outcomeCounts,
});
export type Progress = z.output<typeof progress>;

export const readProgress = defineEndpoint({
  method: 'GET',
  path: '/api/progress/{progressId}',
  ...forReadingRuns,
  group: 'Bulk runs',
  summary: 'Get the progress of a run',
  params: z.object({ progressId: z.string().check(z.describe('The run ID')) }),
  reply: json(progress),
  errors: [...callerErrors, 'not_found'],
});

export const deleteProgress = defineEndpoint({
  method: 'DELETE',
  path: '/api/progress/{progressId}',
  ...forChangingRuns,
  group: 'Bulk runs',
  audit: 'run.progress_deleted',
  summary: 'Delete the progress record of a run; results are kept',
  params: z.object({ progressId: z.string() }),
  reply: noContent,
  errors: [...callerErrors, 'not_found'],
});
