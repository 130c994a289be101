import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createDatabase } from '../../../harness/databases.ts';
import { createDatabase as connect } from '../src/platform/db/database.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { createJobs } from '../src/platform/jobs/jobs.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import { type Cluster, startCluster } from '../src/platform/postgres/cluster.ts';
import { migrationsDir, silent } from './fixtures.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string;
    /** As the superuser, who alone may create databases. */
    adminUrl: string;
  }
}

/** One PostgreSQL for the whole run, with a migrated database that every test file clones. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'warranty-test-'));
  // PostgreSQL does not run as root and needs access.
  await chmod(dataDir, 0o755);
  const cluster = await startCluster({ dataDir, durable: false, log: silent });
  await prepareTemplate(cluster);
  project.provide('clusterUrl', cluster.url);
  project.provide('adminUrl', cluster.adminUrl);
  return async () => {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function prepareTemplate(cluster: Cluster): Promise<void> {
  const templateUrl = await createDatabase(cluster, 'warranty_template');
  await migrate(templateUrl, migrationsDir, silent);
  const database = connect({
    url: templateUrl,
    poolSize: 1,
    applicationName: 'template',
    log: silent,
  });
  const jobs = createJobs({
    databaseUrl: templateUrl,
    db: database.db,
    worker: false,
    stopTimeoutSeconds: 1,
    log: silent,
    metrics: createMetrics(),
  });
  await jobs.start([]);
  await jobs.stop();
  await database.close();
}
