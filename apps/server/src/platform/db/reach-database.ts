import type { Log } from '../log.ts';
import type { ConnectionTraits } from './connection-traits.ts';
import { refuseEarlierVersion } from './earlier-version.ts';
import { splitHosts } from './hosts.ts';
import { migrate } from './migrate.ts';
import { probeConnections } from './probe-connections.ts';
import { databaseWaitSeconds, waitForDatabase } from './wait.ts';

export interface DatabaseAddress {
  url: string;
  /** Around the pooler, if there is one; null if `url` has to do. */
  directUrl: string | null;
}

/** How to reach a database that is up and migrated. */
export interface ReachedDatabase {
  url: string;
  traits: ConnectionTraits;
  /** Where jobs are announced; null if there is no place that stays connected, so workers have to ask for jobs. */
  listenUrl: string | null;
}

export interface ReachOptions {
  migrationsDir: string;
  /** False to leave the migrations to another process. */
  migrates: boolean;
  log: Log;
}

/** Waits for the database, migrates or refuses it, and finds out what its connections can be used for. */
export async function reachDatabase(
  { url, directUrl }: DatabaseAddress,
  { migrationsDir, migrates, log }: ReachOptions,
): Promise<ReachedDatabase> {
  const writableUrl = await waitForDatabase(directUrl ?? url, databaseWaitSeconds, log);
  if (directUrl) await waitForDatabase(url, databaseWaitSeconds, log);
  if (migrates) await migrate(writableUrl, migrationsDir, log);
  else await refuseEarlierVersion(writableUrl, migrationsDir);
  const traits = await probeConnections(url, log);
  const listenUrl = directUrl ?? (traits.isPooled ? null : url);
  if (listenUrl && splitHosts(listenUrl).length === 1) return { url, traits, listenUrl };
  log.info('workers ask for jobs every second, because there is no single server to listen to');
  return { url, traits, listenUrl: null };
}
