import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { takeFileLock } from '../file-lock.ts';
import { isProcessRunning } from '../is-process-running.ts';
import type { Log } from '../log.ts';
import { OperatorError } from '../operator-error.ts';
import { applicationUrl, type ClusterAccess, prepareDatabase, superuserUrl } from './application-role.ts';
import { binariesIn, findBinaries } from './binaries.ts';
import { createOnce, readOrCreatePassword, runTool } from './create.ts';
import { findRunning, launch, type Server, waitUntilReady } from './launch.ts';
import { type Placement, placeCluster } from './placement.ts';

export interface ClusterOptions {
  dataDir: string;
  /** Off only in tests: a crash may then lose data. */
  durable: boolean;
  /** Directory of another PostgreSQL than the bundled one, with its `bin`. */
  binaries?: string | undefined;
  inspect?: Inspect | undefined;
  log: Log;
}

/** Looks at a database that exists, before anything in it is changed. Throws if this program cannot use it. */
export type Inspect = (url: string, folder: string) => Promise<void>;

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

const watchInterval = 1000;

/**
 * Starts the bundled PostgreSQL, or takes over one that a killed process left running on this data, and restarts it if it
 * crashes.
 */
export async function startCluster(options: ClusterOptions) {
  const { dataDir, durable, binaries, inspect, log } = options;
  const place = await placeCluster(binaries ? binariesIn(binaries) : await findBinaries(), dataDir, log);
  const folder = join(place.home, 'postgres');
  const lock = await takeFileLock(join(place.home, 'postgres.json'), folder);
  // Two processes must never both own a cluster, because each would stop it.
  if (!lock.held) {
    const { pid } = lock.holder;
    throw new OperatorError(
      `The data in ${folder} is in use by process ${pid}. Stop that process or set DATA_DIR.`,
    );
  }
  const passwords = await readPasswords(place);
  await createOnce(place, folder, passwords.superuser);

  const waitFor = async (server: Server): Promise<Server> => {
    const url = superuserUrl({ port: server.port, passwords }, 'postgres');
    await waitUntilReady(url, server, join(place.home, 'postgres.log'));
    return server;
  };
  const bringUp = async (): Promise<Server> => {
    const server = (await adopt(folder, waitFor)) ?? (await waitFor(await launch(place, folder, durable)));
    log.info({ postgresPid: server.pid, port: server.port, adopted: !server.child }, 'PostgreSQL runs');
    return server;
  };
  const server = await bringUp();
  const access = { port: server.port, passwords };
  await prepareDatabase(access, (url) => inspect?.(url, place.home)).catch(async (error: unknown) => {
    await stopServer(place, folder, server.pid);
    await lock.release();
    throw error;
  });
  const watch = watchOver(server, bringUp, log);
  let isStopped = false;
  return {
    /** As the role that owns the database and nothing else. */
    url: applicationUrl(access),
    /** As the superuser, for tools that create other databases. */
    adminUrl: superuserUrl(access, 'warranty'),
    pid: server.pid,
    async stop(): Promise<void> {
      const current = await watch.end();
      await stopServer(place, folder, current.pid);
      isStopped = true;
      await lock.release();
    },
    /** Asks it to stop, without waiting. */
    requestStop(): void {
      if (!isStopped) signalServer(watch.current().pid);
    },
  };
}

/** Whether there is a cluster in this data, running or not. */
export async function hasCluster(dataDir: string, log: Log): Promise<boolean> {
  if (!existsSync(dataDir)) return false;
  const { home } = await placeCluster(await findBinaries(), dataDir, log);
  return existsSync(join(home, 'postgres', 'PG_VERSION'));
}

/** Returns the server that runs on this data, or null if there is none. It may end meanwhile, if it was asked to stop. */
async function adopt(folder: string, waitFor: (server: Server) => Promise<Server>): Promise<Server | null> {
  const running = await findRunning(folder);
  if (!running) return null;
  return waitFor(running).catch(async (error: unknown) => {
    if (await isProcessRunning(running.pid, 'postgres')) throw error;
    return null;
  });
}

/** The URL of the PostgreSQL that is running on this data, without taking it over. */
export async function findCluster(
  dataDir: string,
  { inspect, log }: Pick<ClusterOptions, 'inspect' | 'log'>,
): Promise<string | null> {
  const place = await placeCluster(await findBinaries(), dataDir, log);
  const running = await findRunning(join(place.home, 'postgres'));
  if (!running) return null;
  const access = { port: running.port, passwords: await readPasswords(place) };
  // The process that started it may still be creating the database.
  await prepareDatabase(access, (url) => inspect?.(url, place.home));
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
    current: () => current,
    async end(): Promise<Server> {
      ending.abort();
      await watching;
      return current;
    },
  };
}

/** PostgreSQL's signal for a fast shutdown: it rolls back what is open and writes everything to disk. */
function signalServer(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function stopServer(place: Placement, folder: string, pid: number): Promise<void> {
  if (!(await isProcessRunning(pid, 'postgres'))) return;
  await runTool(place, place.binaries.pgCtl, ['-D', folder, '-m', 'fast', '-w', '-t', '30', 'stop']);
}
