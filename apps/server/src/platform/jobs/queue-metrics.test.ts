import { Registry } from 'prom-client';
import { afterAll, expect, it } from 'vitest';
import { silent } from '../../../test/fixtures.ts';
import { createDatabase } from '../db/database.ts';
import { publishPoolMetrics } from '../db/pool-metrics.ts';
import { publishQueueMetrics } from './queue-metrics.ts';

// Nothing listens there.
const url = 'postgres://nobody@127.0.0.1:1/none';
const database = createDatabase({ url, poolSize: 1, applicationName: 'test', log: silent });
afterAll(() => database.close());

it('the other metrics are published while the database does not respond, and its own are unknown', async () => {
  const registry = new Registry();
  publishPoolMetrics(registry, database.pool);
  publishQueueMetrics(registry, database.db, ['bulk.chunk']);
  const text = await registry.metrics();
  expect(text).toContain('warranty_database_pool_waiting 0');
  expect(text).toMatch(/^warranty_jobs_queued\{job_name="bulk.chunk"\} nan$/im);
  expect(text).toMatch(/^warranty_jobs_oldest_age_seconds\{job_name="bulk.chunk"\} nan$/im);
});
