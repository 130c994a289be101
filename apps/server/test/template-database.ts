import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createDatabase } from '../../../harness/databases.ts';
import { type Pooler, startPooler } from '../../../harness/pooler.ts';
import { postgresBinaries } from '../../../harness/processes.ts';
import { createDiscoveriesStore } from '../src/features/agents/discoveries.store.ts';
import type { ConnectionTraits } from '../src/platform/db/connection-traits.ts';
import { createDatabase as createProductDatabase } from '../src/platform/db/database.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { probeConnections } from '../src/platform/db/probe-connections.ts';
import { type Cluster, startCluster } from '../src/platform/postgres/cluster.ts';
import { migrationsDir, silent } from './fixtures.ts';
import { type InstalledGuard, installOwnerGuard } from './owner-guard/install.ts';
import { startQueue } from './start-queue.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string;
    /** As the superuser, who alone may create databases. */
    adminUrl: string;
    /** Null unless HARNESS_POOLER names one; then the product connects through it. */
    pooler: { port: string; traits: ConnectionTraits } | null;
    /** Null if nothing compares what requests read and write. */
    ownerGuard: InstalledGuard | null;
  }
}

/** One PostgreSQL for the whole run, with a migrated database that every test file clones. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'warranty-test-'));
  // PostgreSQL does not run as root and needs access.
  await chmod(dataDir, 0o755);
  const cluster = await startCluster({ dataDir, durable: false, binaries: postgresBinaries(), log: silent });
  await prepareTemplate(cluster);
  project.provide('clusterUrl', cluster.url);
  project.provide('adminUrl', cluster.adminUrl);
  const pooler = await startPoolerIfWanted(cluster);
  // A pooler would pass the setting that names the owner on to others, and the other projects measure milliseconds.
  const isGuarded = project.name === 'db' && !pooler;
  project.provide('ownerGuard', isGuarded ? await prepareGuardedTemplate(cluster) : null);
  project.provide(
    'pooler',
    pooler && { port: new URL(pooler.url).port, traits: await probeConnections(pooler.url, silent) },
  );
  return async () => {
    await pooler?.stop();
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function startPoolerIfWanted({ url }: Cluster): Promise<Pooler | null> {
  const program = process.env.HARNESS_POOLER;
  return program ? startPooler(url, { program }) : null;
}

async function prepareTemplate(cluster: Cluster): Promise<void> {
  const templateUrl = await createDatabase(cluster, 'warranty_template');
  await migrate(templateUrl, migrationsDir, silent);
  await startQueue(templateUrl);
  await createMonths(templateUrl);
}

async function prepareGuardedTemplate(cluster: Cluster): Promise<InstalledGuard> {
  return installOwnerGuard(cluster, await createDatabase(cluster, 'warranty_guarded', 'warranty_template'));
}

/** As every process does that accepts scans. */
async function createMonths(url: string): Promise<void> {
  const { db, pool, close } = createProductDatabase({
    url,
    poolSize: 1,
    applicationName: 'test',
    log: silent,
  });
  await createDiscoveriesStore(db, pool).createMonths();
  await close();
}
