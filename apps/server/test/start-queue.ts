import { createDatabase } from '../src/platform/db/database.ts';
import { createJobs } from '../src/platform/jobs/jobs.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import { directDatabase, silent } from './fixtures.ts';

/** Creates or migrates the tables of the queue, as every process does when it starts. */
export async function startQueue(url: string): Promise<void> {
  const { db, close } = createDatabase({ url, poolSize: 1, applicationName: 'test', log: silent });
  const jobs = createJobs({
    ...directDatabase(url),
    db,
    worker: false,
    stopTimeoutSeconds: 1,
    log: silent,
    metrics: createMetrics(),
  });
  await jobs.start([]);
  await jobs.stop();
  await close();
}
