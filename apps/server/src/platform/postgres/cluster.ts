import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { takeFileLock } from '../file-lock.ts';
import { isProcessRunning } from '../is-process-running.ts';
import type { Log } from '../log.ts';
import { applicationUrl, type ClusterAccess, prepareDatabase, superuserUrl } from './application-role.ts';
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
  /** As the role that owns the database and nothing else. */
  url: string;
  /** As the superuser, for tools that create other databases. */
  adminUrl: string;
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
  const passwords = await readPasswords(place);
  await createOnce(place, folder, passwords.superuser);

  const bringUp = async (): Promise<Server> => {
    const server = (await findRunning(folder)) ?? (await launch(place, folder, durable));
    const url = superuserUrl({ port: server.port, passwords }, 'postgres');
    await waitUntilReady(url, server, join(place.home, 'postgres.log'));
    log.info({ postgresPid: server.pid, port: server.port, adopted: !server.child }, 'PostgreSQL runs');
    return server;
  };
  const server = await bringUp();
  const access = { port: server.port, passwords };
  await prepareDatabase(access);
  const watch = watchOver(server, bringUp, log);
  return {
    url: applicationUrl(access),
    adminUrl: superuserUrl(access, 'warranty'),
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
  if (!running) return null;
  const access = { port: running.port, passwords: await readPasswords(place) };
  // An earlier version may have started it.
  await prepareDatabase(access);
  return applicationUrl(access);
}

const readPasswords = async (place: Placement): Promise<ClusterAccess['passwords']> => ({
  superuser: await readOrCreatePassword(place, 'postgres.password'),
  application: await readOrCreatePassword(place, 'warranty.password'),
});

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

async function stopServer(place: Placement, folder: string, pid: number): Promise<void> {
  if (!(await isProcessRunning(pid, 'postgres'))) return;
  await runTool(place, place.binaries.pgCtl, ['-D', folder, '-m', 'fast', '-w', '-t', '30', 'stop']);
}
