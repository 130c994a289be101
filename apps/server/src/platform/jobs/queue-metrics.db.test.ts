import { expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';

const server = await startTestApp();

const addJob = (state: string, createdAgo: string, readyAgo: string) =>
  server.database.query(
    `insert into pgboss.job (name, data, state, created_on, start_after)
     values ('bulk.chunk', '{}', $1::pgboss.job_state, now() - $2::interval, now() - $3::interval)`,
    [state, createdAgo, readyAgo],
  );

async function figures(): Promise<Record<string, number>> {
  const metrics = await server.deps.metrics.registry.getMetricsAsJSON();
  const values = metrics.flatMap(({ name, values }) => {
    const found = values.find(({ labels }) => 'job_name' in labels && labels.job_name === 'bulk.chunk');
    return found ? [[name, Number(found.value)] as const] : [];
  });
  return Object.fromEntries(values);
}

it('a job is as old as it has been ready, and jobs that wait for a later time are not queued', async () => {
  await addJob('created', '2 hours', '-1 hour');
  await addJob('created', '1 hour', '40 seconds');
  await addJob('retry', '1 hour', '20 seconds');
  await addJob('active', '1 hour', '1 hour');
  await addJob('completed', '1 hour', '1 hour');
  const { warranty_jobs_oldest_age_seconds: age, ...counts } = await figures();
  expect(counts).toEqual({ warranty_jobs_queued: 2, warranty_jobs_running: 1 });
  expect(age).toBeGreaterThanOrEqual(40);
  expect(age).toBeLessThan(60);
});
