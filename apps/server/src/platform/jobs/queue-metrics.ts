import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { prepare } from '../db/prepared.ts';

interface QueueRow {
  name: string;
  ready: number;
  running: number;
  oldest: number | null;
}

const readTimeoutMs = 2000;

const readQueues = prepare<QueueRow>(
  'queues',
  { name: 'text', ready: 'int4', running: 'int4', oldest: 'float8 | null' },
  `select name,
          count(*) filter (where state < 'active' and start_after <= now())::int as ready,
          count(*) filter (where state = 'active')::int as running,
          extract(epoch from now() - min(created_on)
            filter (where state < 'active' and start_after <= now()))::float8 as oldest
     from pgboss.job
    where name = any($1) and state < 'completed'
    group by name`,
);

/** Reads the queues and the pool only when metrics are collected, so an idle process runs no queries. */
export function publishQueueMetrics(registry: Registry, pool: pg.Pool, names: readonly string[]): void {
  const registers = [registry];
  new Gauge({
    name: 'pg_pool_total',
    help: 'Open database connections',
    registers,
    collect() {
      this.set(pool.totalCount);
    },
  });
  new Gauge({
    name: 'pg_pool_waiting',
    help: 'Requests waiting for a database connection',
    registers,
    collect() {
      this.set(pool.waitingCount);
    },
  });
  // All gauges that are collected concurrently share one query.
  let reading: Promise<QueueRow[] | null> | null = null;
  /** Null if the database does not respond: the other metrics are needed most at that time. */
  const queues = () => {
    const tooLate = delay(readTimeoutMs, null, { ref: false });
    reading ??= Promise.race([readQueues(pool, names).catch(() => null), tooLate]).finally(() => {
      reading = null;
    });
    return reading;
  };
  const perJob = (name: string, help: string, figure: (row: QueueRow) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['job'],
      registers,
      async collect() {
        const rows = await queues();
        for (const job of names) {
          const row = rows?.find((candidate) => candidate.name === job);
          const none = rows ? 0 : Number.NaN;
          this.set({ job }, row ? figure(row) : none);
        }
      },
    });
  perJob('warranty_jobs_queued', 'Jobs ready to run', (row) => row.ready);
  perJob('warranty_jobs_running', 'Jobs running', (row) => row.running);
  new Gauge({
    name: 'warranty_job_oldest_age_seconds',
    help: 'Age of the oldest job that is ready and not running',
    registers,
    async collect() {
      const rows = await queues();
      this.set(rows ? Math.max(0, ...rows.map((row) => row.oldest ?? 0)) : Number.NaN);
    },
  });
}
