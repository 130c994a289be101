import type { Config } from '../config/config.ts';
import { createDatabase, type Database } from '../platform/db/database.ts';
import { refuseEarlierVersion } from '../platform/db/earlier-version.ts';
import { type DatabaseAddress, type ReachOptions, reachDatabase } from '../platform/db/reach-database.ts';
import { databaseWaitSeconds, waitForDatabase } from '../platform/db/wait.ts';
import type { Log } from '../platform/log.ts';
import { findCluster, startCluster } from '../platform/postgres/cluster.ts';

/** For commands: connects to the migrated database, whether the product is running or not. */
export async function withDatabase(
  config: Config,
  log: Log,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  await withAddress(config, log, (address) =>
    withConnections(address, { migrationsDir: config.migrationsDir, migrates: true, log }, work),
  );
}

/**
 * For commands that need the database as it is: another version may have to work on it. `url` leads to the server that can be
 * written to, around the pooler if that is possible.
 */
export async function withUnchangedDatabase(
  config: Config,
  log: Log,
  work: (database: Database, url: string) => Promise<void>,
  { waitSeconds = databaseWaitSeconds } = {},
): Promise<void> {
  await withAddress(config, log, async (address) => {
    const url = await waitForDatabase(address.directUrl ?? address.url, waitSeconds, log);
    const options = { migrationsDir: config.migrationsDir, migrates: false, log };
    await withConnections(address, options, (database) => work(database, url));
  });
}

async function withConnections(
  address: DatabaseAddress,
  options: ReachOptions,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const reached = await reachDatabase(address, options);
  const { log } = options;
  const database = createDatabase({ ...reached, poolSize: 2, applicationName: 'command', log });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

/** Without DATABASE_URL this is the bundled PostgreSQL, which is started if it is not running. */
export async function withAddress(
  { databaseUrl, databaseDirectUrl: directUrl, dataDir, migrationsDir }: Config,
  log: Log,
  work: (address: DatabaseAddress) => Promise<void>,
): Promise<void> {
  const inspect = (url: string, folder: string) => refuseEarlierVersion(url, migrationsDir, folder);
  const running = databaseUrl ?? (await findCluster(dataDir, { inspect, log }));
  if (running) return work({ url: running, directUrl });
  const cluster = await startCluster({ dataDir, durable: true, inspect, log });
  try {
    await work({ url: cluster.url, directUrl: null });
  } finally {
    await cluster.stop();
  }
}
