import type { Deps } from '../src/deps.ts';
import type { JobHandler } from '../src/platform/jobs/job.ts';

export function handlerOf({ features }: Deps, name: string): JobHandler {
  const handler = features.flatMap(({ jobs = [] }) => jobs).find((job) => job.name === name);
  if (!handler) throw new Error(`no feature handles ${name}`);
  return handler;
}

/** Enqueues a job as its schedule or its feature would. */
export const enqueueJob = (deps: Deps, name: string, payload: object = {}) =>
  deps.jobs.queue(handlerOf(deps, name)).enqueue(payload);
