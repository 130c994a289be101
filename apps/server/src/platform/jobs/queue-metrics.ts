import { sql } from 'kysely';
import type { Registry } from 'prom-client';
import type { Db } from '../db/database.ts';
import { sharedFigures } from '../db/shared-figures.ts';
import { createMeters } from '../meters.ts';
import { createSingleFlight } from '../single-flight.ts';

interface QueueFigures {
  name: string;
  ready: number;
  running: number;
  /** How long the job that is ready for the longest time waits. */
  oldestSeconds: number;
}

const isReady = sql`state < 'active' and not blocked and start_after <= now()`;

const readQueues = sharedFigures<QueueFigures[]>(
  'queues',
  sql`
    select coalesce(jsonb_agg(queue), '[]') from (
      select name,
             count(*) filter (where ${isReady}) as ready,
             count(*) filter (where state = 'active') as running,
             coalesce(extract(epoch from now() - min(start_after) filter (where ${isReady})), 0) as "oldestSeconds"
        from pgboss.job
       where state < 'completed'
       group by name) as queue`,
);

const none = { ready: 0, running: 0, oldestSeconds: 0 };
const unknown = { ready: Number.NaN, running: Number.NaN, oldestSeconds: Number.NaN };

export function publishQueueMetrics(registry: Registry, db: Db, names: readonly string[]): void {
  const { gauge } = createMeters(registry);
  // All gauges that are collected concurrently share one reading.
  const share = createSingleFlight<QueueFigures[] | null>();
  const perJob = (name: string, help: string, figureOf: (queue: Omit<QueueFigures, 'name'>) => number) =>
    gauge(name, help, ['job_name'], async (set) => {
      const queues = await share('queues', () => readQueues(db)).result;
      for (const each of names) {
        const queue = queues ? (queues.find((found) => found.name === each) ?? none) : unknown;
        set(figureOf(queue), { job_name: each });
      }
    });
  perJob('warranty_jobs_queued', 'Jobs that are ready and not running.', ({ ready }) => ready);
  perJob('warranty_jobs_running', 'Jobs that are running.', ({ running }) => running);
  perJob(
    'warranty_jobs_oldest_age_seconds',
    'How long the oldest job that is ready has been waiting.',
    ({ oldestSeconds }) => oldestSeconds,
  );
}
