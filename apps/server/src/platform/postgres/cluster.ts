import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { takeFileLock } from '../file-lock.ts';
import { isProcessRunning } from '../is-process-running.ts';
import type { Log } from '../log.ts';
import { findBinaries } from './binaries.ts';
import { createOnce, readOrCreatePassword, runTool } from './create.ts';
import { findRunning, launch, type Server, waitUntilReady } from './launch.ts';
import { type Placement, placeCluster } from './placement.ts';

export interface ClusterOptions {
  dataDir: string;
  /** Off only in tests: a crash may then lose data. */
  durable: boolean;
  log: Log;
}

export interface Cluster {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Two processes must never both own a cluster, because each would stop it. */
export class ClusterInUseError extends Error {
  constructor(folder: string, pid: number) {
    super(`The data in ${folder} is in use by process ${pid}. Stop that process or set DATA_DIR.`);
    this.name = 'ClusterInUseError';
  }
}

const databaseName = 'warranty';
const watchInterval = 1000;

/**
 * Starts the bundled PostgreSQL, or takes over one that a killed process left running on this data, and restarts it if it
 * crashes.
 */
export async function startCluster({ dataDir, durable, log }: ClusterOptions): Promise<Cluster> {
  const place = await placeCluster(await findBinaries(), dataDir, log);
  const folder = join(place.home, 'postgres');
  const lock = await takeFileLock(join(place.home, 'postgres.json'), folder);
  if (!lock.held) throw new ClusterInUseError(folder, lock.holder.pid);
  const password = await readOrCreatePassword(place);
  await createOnce(place, folder, password);

  const urlOf = (port: number, database: string) => clusterUrl(password, port, database);
  const bringUp = async (): Promise<Server> => {
    const server = (await findRunning(folder)) ?? (await launch(place, folder, durable));
    await waitUntilReady(urlOf(server.port, 'postgres'), server, join(place.home, 'postgres.log'));
    log.info({ postgresPid: server.pid, port: server.port, adopted: !server.child }, 'PostgreSQL runs');
    return server;
  };
  const server = await bringUp();
  await createDatabaseOnce(urlOf(server.port, 'postgres'));
  const watch = watchOver(server, bringUp, log);
  return {
    url: urlOf(server.port, databaseName),
    pid: server.pid,
    async stop() {
      const current = await watch.end();
      await stopServer(place, folder, current.pid);
      await lock.release();
    },
  };
}

/** The URL of the PostgreSQL that is running on this data, without taking it over. */
export async function findCluster(dataDir: string, log: Log): Promise<string | null> {
  const place = await placeCluster(await findBinaries(), dataDir, log);
  const running = await findRunning(join(place.home, 'postgres'));
  return running && clusterUrl(await readOrCreatePassword(place), running.port, databaseName);
}

function clusterUrl(password: string, port: number, database: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
}

/** Restarts a crashed server, because on a laptop there is no other supervisor. */
function watchOver(first: Server, bringUp: () => Promise<Server>, log: Log) {
  const ending = new AbortController();
  let current = first;
  const watching = (async () => {
    while (!ending.signal.aborted) {
      await delay(watchInterval, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
      if (ending.signal.aborted || (await isProcessRunning(current.pid, 'postgres'))) continue;
      log.error('PostgreSQL exited; restarting it');
      current = await bringUp().catch((err: unknown) => {
        log.error({ err }, 'failed to restart PostgreSQL; will retry');
        return current;
      });
    }
  })();
  return {
    async end(): Promise<Server> {
      ending.abort();
      await watching;
      return current;
    },
  };
}

async function createDatabaseOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}

async function stopServer(place: Placement, folder: string, pid: number): Promise<void> {
  if (!(await isProcessRunning(pid, 'postgres'))) return;
  await runTool(place, place.binaries.pgCtl, ['-D', folder, '-m', 'fast', '-w', '-t', '30', 'stop']);
}
