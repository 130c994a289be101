import type { Deps } from '../src/deps.ts';
import type { JobHandler } from '../src/platform/jobs/job.ts';
import type { TestDatabase } from './database.ts';
import { waitUntil } from './wait-until.ts';

export function handlerOf({ features }: Deps, name: string): JobHandler {
  const handler = features.flatMap(({ jobs = [] }) => jobs).find((job) => job.name === name);
  if (!handler) throw new Error(`no feature handles ${name}`);
  return handler;
}

/** Enqueues a job as its schedule or its feature would. */
export const enqueueJob = (deps: Deps, name: string, payload: object = {}) =>
  deps.jobs.queue(handlerOf(deps, name)).enqueue(payload);

/** Waits until no job of bulk lookups is queued or running. */
export const untilBulkJobsEnd = (database: Pick<TestDatabase, 'query'>): Promise<boolean> =>
  waitUntil('all jobs of bulk lookups have ended', async () => {
    const jobs = await database.query(
      "select from pgboss.job where name like 'bulk.%' and state in ('created', 'retry', 'active')",
    );
    return jobs.length === 0;
  });
