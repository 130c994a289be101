import * as z from 'zod/mini';
import type { Tx } from '../db/database.ts';

/** A kind of background work. The payload carries ids and ranges, never rows or secrets. */
export interface Job<P extends object = object> {
  name: string;
  payload: z.ZodMiniType<P>;
  /** Higher priorities are taken first; 0 if absent. */
  priorityOf?(payload: P): number;
}

export type PayloadOf<J> = J extends Job<infer P> ? P : never;

export interface JobAttempt {
  id: string;
  /** 0 for the first attempt. */
  attempt: number;
  /** Aborted when the attempt has lost its claim or the process is stopping. */
  signal: AbortSignal;
  /**
   * Writes the results and completes the job in one transaction. If another attempt has superseded this one, nothing is
   * written: a worker that wakes up late cannot overwrite its successor.
   */
  finish(write: (tx: Tx) => Promise<void>): Promise<void>;
}

/** For I/O-bound jobs: the number of workers and how many jobs each fetches at a time. */
interface Concurrency {
  count: number;
  each: number;
}

/** A job and the function that does it. */
export interface JobHandler extends Job {
  /** When the job is enqueued without a producer, in UTC. */
  cron?: string;
  concurrency?: Concurrency;
  run(payload: never, attempt: JobAttempt): Promise<void>;
}

export function defineJob<P extends object>(
  name: string,
  payload: z.ZodMiniType<P>,
  options: Pick<Job<P>, 'priorityOf'> = {},
): Job<P> {
  return { name, payload, ...options };
}

export function handleJob<P extends object>(
  job: Job<P>,
  run: (payload: P, attempt: JobAttempt) => Promise<void>,
  options: { concurrency?: Concurrency } = {},
): JobHandler {
  const { name, payload } = job;
  return { name, payload, ...options, run };
}

/** A job without a payload that runs at fixed times. */
export function scheduledJob(name: string, cron: string, run: () => Promise<void>): JobHandler {
  return { name, cron, payload: z.object({}), run };
}
