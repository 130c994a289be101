import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withClient } from '../db/with-client.ts';
import { isProcessRunning } from '../is-process-running.ts';
import type { Placement } from './placement.ts';

export interface Server {
  pid: number;
  port: number;
  /** Absent for a server that another process started. */
  child?: ChildProcess;
}

const startTimeout = 30_000;

/** postmaster.pid contains the process id in its first line and the port in its fourth. */
export async function findRunning(folder: string): Promise<Server | null> {
  const file = join(folder, 'postmaster.pid');
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!pid || !port) return null;
  if (await isProcessRunning(pid, 'postgres')) return { pid, port };
  // The id may now belong to another program, which PostgreSQL would mistake for a running server.
  await rm(file, { force: true });
  return null;
}

export async function launch(place: Placement, folder: string, durable: boolean): Promise<Server> {
  const port = await choosePort(place.home);
  const log = await open(join(place.home, 'postgres.log'), 'a');
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const child = spawn(
    place.binaries.postgres,
    ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...place.runAs,
      cwd: place.home,
      stdio: ['ignore', log.fd, log.fd],
      // A separate process group: Ctrl-C reaches only this process, which stops PostgreSQL after the last query.
      detached: true,
    },
  );
  child.unref();
  await log.close();
  if (child.pid === undefined) throw new Error('PostgreSQL could not be started');
  return { pid: child.pid, port, child };
}

/** Reuses the last port if it is free, so that clients can reconnect to the same URL. */
async function choosePort(home: string): Promise<number> {
  const file = join(home, 'postgres.port');
  const last = Number(await readFile(file, 'utf8').catch(() => '0'));
  const port = (last && (await probePort(last))) || (await probePort(0));
  await writeFile(file, String(port));
  return port;
}

/** Returns the port if it is free, otherwise 0. Port 0 returns any free port. */
function probePort(wanted: number): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(0));
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export async function waitUntilReady(url: string, server: Server, logFile: string): Promise<void> {
  const deadline = Date.now() + startTimeout;
  const connection = { connectionString: url, connectionTimeoutMillis: 2000 };
  for (;;) {
    const failure = await withClient(connection, async () => null).catch((error: unknown) => error);
    if (failure === null) return;
    const ended = server.child
      ? server.child.exitCode !== null || server.child.signalCode !== null
      : !(await isProcessRunning(server.pid, 'postgres'));
    if (ended || Date.now() > deadline) {
      const tail = (await readFile(logFile, 'utf8').catch(() => '')).split('\n').slice(-8).join('\n');
      throw new Error(`PostgreSQL did not start (${logFile}):\n${tail}`, { cause: failure });
    }
    await delay(50);
  }
}
