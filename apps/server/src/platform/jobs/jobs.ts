import { type RawBuilder, sql } from 'kysely';
import { type Job, PgBoss, type Queue } from 'pg-boss';
import type * as z from 'zod/mini';
import { asExecutor, type Db, type Tx } from '../db/database.ts';
import { PreparingClient } from '../db/preparing-client.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { toError } from '../to-error.ts';

type Schemas = Record<string, z.ZodMiniType<object>>;
type Payload<S extends Schemas, N extends keyof S> = z.output<S[N]>;

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

export interface JobHandler<S extends Schemas> {
  name: keyof S & string;
  /** For I/O-bound jobs: the number of workers and how many jobs each fetches at a time. */
  concurrency?: { count: number; each: number };
  run(payload: never, attempt: JobAttempt): Promise<void>;
}

export interface EnqueueOptions {
  /** The job becomes visible when this transaction commits. A rollback discards it. */
  tx?: Tx;
  startAfterSeconds?: number;
}

export interface Jobs<S extends Schemas> {
  enqueue<N extends keyof S & string>(
    name: N,
    payload: Payload<S, N>,
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Uses one statement. */
  enqueueAll<N extends keyof S & string>(name: N, payloads: Payload<S, N>[], tx: Tx): Promise<void>;
  /**
   * Like `finish` for several attempts at the same kind of job, in one transaction. If any attempt was superseded, nothing
   * is written.
   */
  finishAll(attempts: readonly JobAttempt[], write: (tx: Tx) => Promise<void>): Promise<void>;
  /** Starts to process jobs. Every job in the schemas must have exactly one handler. */
  work(handlers: readonly JobHandler<S>[]): Promise<void>;
  schedule<N extends keyof S & string>(name: N, cron: string, payload: Payload<S, N>): Promise<void>;
  /** Payloads of queued and running jobs. */
  livePayloads<N extends keyof S & string>(name: N): Promise<Payload<S, N>[]>;
  stop(): Promise<void>;
}

export interface JobsOptions<S extends Schemas> {
  schemas: S;
  databaseUrl: string;
  db: Db;
  /** A worker supervises the queues and runs jobs; other processes only enqueue them. */
  worker: boolean;
  stopTimeoutSeconds: number;
  log: Log;
  metrics: Metrics;
}

/**
 * With pg-boss's defaults, the job of a killed worker waits 15 minutes; with these settings, about 11 seconds. Retries
 * start immediately: a handler that has to wait ends its job and enqueues a successor with `startAfterSeconds`.
 */
const queueSettings = {
  heartbeatSeconds: 10,
  expireInSeconds: 15 * 60,
  retryLimit: 5,
  retryBackoff: false,
  retryDelay: 0,
  notify: true,
} satisfies Omit<Queue, 'name'>;

const workSettings = {
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 1,
  heartbeatRefreshSeconds: 3,
} as const;

/** pg-boss passes these options to its pool, which picks the client class from them. */
const preparing = { Client: PreparingClient };

/** Another attempt has taken over; the writes of this one were rolled back. */
class LostClaimError extends Error {}

export async function createJobs<S extends Schemas>(options: JobsOptions<S>): Promise<Jobs<S>> {
  const boss = new PgBoss({
    ...preparing,
    connectionString: options.databaseUrl,
    application_name: options.worker ? 'jobs-worker' : 'jobs',
    max: options.worker ? 6 : 2,
    supervise: options.worker,
    schedule: options.worker,
    useListenNotify: options.worker,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
  });
  boss.on('error', (err) => options.log.warn({ err }, 'queue error'));
  boss.on('warning', (warning) => options.log.warn({ warning: warning.message }, 'queue warning'));
  await boss.start();
  const jobsOf = new WeakMap<JobAttempt, Job<object>>();
  for (const name of Object.keys(options.schemas)) {
    await boss.createQueue(name, queueSettings);
    // An existing queue keeps the settings it was created with unless they are updated.
    await boss.updateQueue(name, queueSettings);
  }

  function attemptAt(job: Job<object>): JobAttempt {
    const attempt: JobAttempt = {
      id: job.id,
      attempt: job.retryCount,
      signal: job.signal,
      finish: (write) => finishJobs(boss, options.db, [job], write),
    };
    jobsOf.set(attempt, job);
    return attempt;
  }

  return {
    async enqueue(name, payload, { tx, startAfterSeconds } = {}) {
      await boss.send(name, parsePayload(options.schemas, name, payload), {
        ...(tx ? { db: asExecutor(tx) } : {}),
        ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
      });
    },
    async enqueueAll(name, payloads, tx) {
      if (payloads.length === 0) return;
      const jobs = payloads.map((payload) => ({ data: parsePayload(options.schemas, name, payload) }));
      await boss.insert(name, jobs, { db: asExecutor(tx) });
    },
    async finishAll(attempts, write) {
      const jobs = attempts.map((attempt) => jobsOf.get(attempt)).filter((job) => job !== undefined);
      await finishJobs(boss, options.db, jobs, write);
    },
    async work(handlers) {
      assertOneHandlerEach(Object.keys(options.schemas), handlers);
      for (const handler of handlers) {
        const { count = 1, each = workSettings.batchSize } = handler.concurrency ?? {};
        const settings = { ...workSettings, batchSize: each, localConcurrency: count };
        await boss.work(handler.name, settings, (batch: Job<object>[]) =>
          Promise.all(batch.map((job) => runJob(options, handler, job, attemptAt(job)))),
        );
      }
    },
    async schedule(name, cron, payload) {
      await boss.schedule(name, cron, parsePayload(options.schemas, name, payload), { tz: 'UTC' });
    },
    async livePayloads(name) {
      const { rows } = await sql<{ data: never }>`
        select data from pgboss.job where name = ${name} and state in ('created', 'retry', 'active')`.execute(
        options.db,
      );
      return rows.map(({ data }) => data);
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: options.stopTimeoutSeconds * 1000 });
    },
  };
}

/** SQL condition for stores: whether a job is queued or running. */
export function isLiveJob(name: string, id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from pgboss.job where name = ${name} and id = ${id} and state in ('created', 'retry', 'active'))`;
}

/** Fails at startup if a job has no handler or more than one. */
export function assertOneHandlerEach(names: readonly string[], handlers: readonly { name: string }[]): void {
  const mistakes = [
    ...names
      .filter((name) => !handlers.some((handler) => handler.name === name))
      .map((name) => `${name} has none`),
    ...handlers
      .filter((handler, index) => handlers.findIndex((other) => other.name === handler.name) !== index)
      .map(({ name }) => `${name} has more than one`),
    ...handlers.filter(({ name }) => !names.includes(name)).map(({ name }) => `${name} is not a known job`),
  ];
  if (mistakes.length > 0) throw new Error(`each job needs exactly one handler: ${mistakes.join('; ')}`);
}

function parsePayload<S extends Schemas>(schemas: S, name: keyof S & string, payload: unknown): object {
  const result = schemas[name]?.safeParse(payload);
  if (result?.success) return result.data;
  throw new Error(`the payload of job ${name} does not fit its contract`, { cause: result?.error });
}

async function runJob<S extends Schemas>(
  options: JobsOptions<S>,
  handler: JobHandler<S>,
  job: Job<object>,
  attempt: JobAttempt,
): Promise<{ id: string; status: 'completed' | 'failed'; output?: object }> {
  const log = options.log.child({ job: handler.name, jobId: job.id, attempt: job.retryCount });
  if (job.retryCount > 0) options.metrics.jobsRecovered.inc({ job: handler.name });
  log.info('job started');
  try {
    const payload = parsePayload(options.schemas, handler.name, job.data);
    await handler.run(payload as never, attempt);
    log.info('job done');
    return { id: job.id, status: 'completed' };
  } catch (thrown) {
    if (thrown instanceof LostClaimError) {
      options.metrics.jobsFenced.inc({ job: handler.name });
      log.warn('job was claimed by another worker; results discarded');
      return { id: job.id, status: 'completed' };
    }
    log.error({ err: thrown }, 'job failed');
    return { id: job.id, status: 'failed', output: { message: toError(thrown).message } };
  }
}

async function finishJobs(
  boss: PgBoss,
  db: Db,
  jobs: Job<object>[],
  write: (tx: Tx) => Promise<void>,
): Promise<void> {
  const [first] = jobs;
  if (!first) throw new Error('there is no job to finish');
  await db.transaction().execute(async (tx) => {
    await write(tx);
    // Passes the job objects instead of their ids: they identify the attempt, so a superseded attempt completes nothing.
    const outcome = await boss.complete(first.name, jobs, null, { db: asExecutor(tx) });
    if ((outcome as { affected?: number }).affected !== jobs.length) throw new LostClaimError();
  });
}
