import type { Config } from './config.ts';
import { createDatabase, type Database } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import type { Log } from './platform/log.ts';
import { findCluster, startCluster } from './platform/postgres/cluster.ts';

/** For commands: connects to the migrated database, whether the product is running or not. */
export async function withDatabase(
  config: Config,
  log: Log,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const { url, release } = await reachDatabase(config, log);
  try {
    await migrate(url, config.migrationsDir, log);
    const database = createDatabase({ url, poolSize: 2, applicationName: 'command', log });
    try {
      await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await release();
  }
}

/** Without DATABASE_URL this is the bundled PostgreSQL, which is started if it is not running. */
async function reachDatabase(config: Config, log: Log): Promise<{ url: string; release(): Promise<void> }> {
  const running = config.databaseUrl ?? (await findCluster(config.dataDir, log));
  if (running) return { url: running, release: async () => undefined };
  const cluster = await startCluster({ dataDir: config.dataDir, durable: true, log });
  return { url: cluster.url, release: cluster.stop };
}
