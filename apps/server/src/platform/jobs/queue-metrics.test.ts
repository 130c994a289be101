import pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, expect, it } from 'vitest';
import { publishQueueMetrics } from './queue-metrics.ts';

// Nothing listens there.
const pool = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' });
afterAll(() => pool.end());

it('the other metrics are published while the database does not respond, and its own are unknown', async () => {
  const registry = new Registry();
  publishQueueMetrics(registry, pool, ['bulk.chunk']);
  const text = await registry.metrics();
  expect(text).toContain('pg_pool_waiting 0');
  expect(text).toMatch(/^warranty_jobs_queued\{job="bulk.chunk"\} nan$/im);
  expect(text).toMatch(/^warranty_job_oldest_age_seconds nan$/im);
});
