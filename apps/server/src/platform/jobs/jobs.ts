import { type RawBuilder, sql } from 'kysely';
import { PgBoss, type Queue, type Job as QueuedJob } from 'pg-boss';
import type { ConnectionTraits } from '../db/connection-traits.ts';
import { asExecutor, type Db, type Tx } from '../db/database.ts';
import { createClientClass } from '../db/product-client.ts';
import { rawQuery } from '../db/raw-query.ts';
import { retryOn } from '../db/retry-on.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { toError } from '../to-error.ts';
import type { Job, JobAttempt, JobHandler } from './job.ts';
import { tuneQueue } from './tune-queue.store.ts';

export interface EnqueueOptions {
  /** The job becomes visible when this transaction commits. A rollback discards it. */
  tx?: Tx;
  startAfterSeconds?: number;
}

export type JobQueue<P extends object> = ReturnType<typeof createQueue<P>>;

export type Jobs = ReturnType<typeof createJobs>;

export interface JobsOptions {
  url: string;
  /** As for a direct connection if absent. */
  traits?: ConnectionTraits | undefined;
  /** Where new jobs are announced. Null to ask for them every second. */
  listenUrl: string | null;
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
  // Nothing reads finished jobs, and the table is read for every job that is taken.
  deleteAfterSeconds: 3600,
} satisfies Omit<Queue, 'name'>;

const workSettings = {
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 1,
  heartbeatRefreshSeconds: 3,
} as const;

const utc = { tz: 'UTC' };

const maxStarts = 5;
const uniqueViolation = '23505';

const poolSizes = { worker: 6, other: 2 };

/** Connections that the queue opens at most, besides those of the database. A worker has one more to listen. */
export const queueConnections = ({ worker }: Pick<JobsOptions, 'worker'>): number =>
  worker ? poolSizes.worker + 1 : poolSizes.other;

const findNextPriority = rawQuery<{ priority: number }, { name: string }>(
  { priority: 'int4' },
  ({ name }) => sql`
    select priority from pgboss.job
     where name = ${name} and state < 'active' and not blocked and start_after < now()
     order by priority desc limit 1`,
);

/** Another attempt has taken over; the writes of this one were rolled back. */
class LostClaimError extends Error {}

export function createJobs(options: JobsOptions) {
  const boss = createBoss(options);
  const queues = new Set<string>();
  const jobsOf = new WeakMap<JobAttempt, QueuedJob<object>>();
  let handlers: readonly JobHandler[] = [];

  function attemptAt(job: QueuedJob<object>): JobAttempt {
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
    queue<P extends object>(job: Job<P>): JobQueue<P> {
      queues.add(job.name);
      return createQueue(boss, job);
    },
    /**
     * Like `finish` for several attempts at the same kind of job, in one transaction. If any attempt was superseded, nothing
     * is written.
     */
    async finishAll(attempts: readonly JobAttempt[], write: (tx: Tx) => Promise<void>): Promise<void> {
      const jobs = attempts.map((attempt) => jobsOf.get(attempt)).filter((job) => job !== undefined);
      await finishJobs(boss, options.db, jobs, write);
    },
    /** Connects. Every job that has a queue must have exactly one handler. */
    async start(declared: readonly JobHandler[]): Promise<void> {
      assertOneHandlerEach([...queues], declared);
      handlers = declared;
      // Several processes may create the tables of the queue at the same moment. pg-boss takes a lock, but a connection may still
      // remember that the schema does not exist. The next attempt finds the tables.
      await retryOn([uniqueViolation], maxStarts, () => boss.start());
      await tuneQueue(options.db, options.log);
      for (const { name } of handlers) {
        await boss.createQueue(name, queueSettings);
        // An existing queue keeps the settings it was created with unless they are updated.
        await boss.updateQueue(name, queueSettings);
      }
    },
    /** Starts to process jobs. */
    async work(): Promise<void> {
      for (const handler of handlers) {
        const { count = 1, each = workSettings.batchSize } = handler.concurrency ?? {};
        const settings = { ...workSettings, batchSize: each, localConcurrency: count };
        await boss.work(handler.name, settings, (batch: QueuedJob<object>[]) =>
          Promise.all(batch.map((job) => runJob(options, handler, job, attemptAt(job)))),
        );
      }
    },
    /** Enqueues the jobs that have a cron expression at their times. */
    async schedule(): Promise<void> {
      for (const handler of handlers) {
        if (handler.cron) await boss.schedule(handler.name, handler.cron, parsePayload(handler, {}), utc);
      }
    },
    async stop(): Promise<void> {
      await boss.stop({ graceful: true, timeout: options.stopTimeoutSeconds * 1000 });
    },
  };
}

function createBoss({ url, listenUrl, traits, worker, log }: JobsOptions): PgBoss {
  // pg-boss passes all options to its pool, which picks the client class from them. That class has a URL of its own.
  const pooled = { Client: createClientClass({ url, traits, log }) };
  const boss = new PgBoss({
    ...pooled,
    connectionString: listenUrl ?? url,
    application_name: worker ? 'jobs-worker' : 'jobs',
    max: worker ? poolSizes.worker : poolSizes.other,
    supervise: worker,
    schedule: worker,
    useListenNotify: worker && listenUrl !== null,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    // Deletes finished jobs. By default once a day, and then all at once.
    maintenanceIntervalSeconds: 60,
  });
  boss.on('error', (err) => log.warn({ err }, 'queue error'));
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'queue warning'));
  return boss;
}

/** Where a feature enqueues one kind of job. */
function createQueue<P extends object>(boss: PgBoss, job: Job<P>) {
  const { name, priorityOf = () => 0 } = job;
  return {
    async enqueue(payload: P, { tx, startAfterSeconds }: EnqueueOptions = {}): Promise<void> {
      await boss.send(name, parsePayload(job, payload), {
        priority: priorityOf(payload),
        ...(tx ? { db: asExecutor(tx) } : {}),
        ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
      });
    },
    /** Uses one statement. */
    async enqueueAll(payloads: P[], tx: Tx): Promise<void> {
      if (payloads.length === 0) return;
      const jobs = payloads.map((payload) => ({
        data: parsePayload(job, payload),
        priority: priorityOf(payload),
      }));
      await boss.insert(name, jobs, { db: asExecutor(tx) });
    },
    /** The priority of the job that is taken next; null if none is queued. */
    async nextPriority(tx: Tx): Promise<number | null> {
      return (await findNextPriority(tx, { name }))[0]?.priority ?? null;
    },
  };
}

const isLive = sql`state in ('created', 'retry', 'active')`;

/** SQL condition for stores: whether a job is queued or running. */
export function isLiveJob(name: string, id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from pgboss.job where name = ${name} and id = ${id} and ${isLive})`;
}

/** SQL for stores: the payloads of queued and running jobs, as `data`. */
export const liveJobs = (name: string): RawBuilder<unknown> =>
  sql`(select data from pgboss.job where name = ${name} and ${isLive})`;

/** Fails at startup if a queue has no handler or more than one, or if a handler would never run. */
export function assertOneHandlerEach(
  queues: readonly string[],
  handlers: readonly Pick<JobHandler, 'name' | 'cron'>[],
): void {
  const mistakes = [
    ...queues
      .filter((name) => !handlers.some((handler) => handler.name === name))
      .map((name) => `${name} has none`),
    ...handlers
      .filter((handler, index) => handlers.findIndex((other) => other.name === handler.name) !== index)
      .map(({ name }) => `${name} has more than one`),
    ...handlers
      .filter(({ name, cron }) => !cron && !queues.includes(name))
      .map(({ name }) => `${name} is not enqueued or scheduled`),
  ];
  if (mistakes.length > 0) throw new Error(`each job needs exactly one handler: ${mistakes.join('; ')}`);
}

function parsePayload<P extends object>({ name, payload }: Job<P>, value: unknown): P {
  const result = payload.safeParse(value);
  if (result.success) return result.data;
  throw new Error(`the payload of job ${name} does not fit its contract`, { cause: result.error });
}

async function runJob(
  options: JobsOptions,
  handler: JobHandler,
  job: QueuedJob<object>,
  attempt: JobAttempt,
): Promise<{ id: string; status: 'completed' | 'failed'; output?: object }> {
  const log = options.log.child({ job: handler.name, jobId: job.id, attempt: job.retryCount });
  if (job.retryCount > 0) options.metrics.jobsRecovered.inc({ job_name: handler.name });
  log.info('job started');
  try {
    await handler.run(parsePayload(handler, job.data) as never, attempt);
    log.info('job done');
    return { id: job.id, status: 'completed' };
  } catch (thrown) {
    if (thrown instanceof LostClaimError) {
      options.metrics.jobsFenced.inc({ job_name: handler.name });
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
  jobs: QueuedJob<object>[],
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
