import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { takeFileLock } from '../file-lock.ts';
import type { Log } from '../log.ts';
import { processRuns } from '../process-runs.ts';
import { findBinaries } from './binaries.ts';
import { type Placement, placeCluster, privateFolder } from './placement.ts';

export interface ClusterOptions {
  dataDir: string;
  /** Off only for tests: a crash may then lose data. */
  durable: boolean;
  log: Log;
}

export interface Cluster {
  url: string;
  pid: number;
  /** It was left running by a process that died, and now belongs to this one. */
  adopted: boolean;
  stop(): Promise<void>;
}

/** Two processes must never both believe that a cluster is theirs to stop. */
export class ClusterInUse extends Error {
  constructor(folder: string, pid: number) {
    super(`The data in ${folder} is in use by process ${pid}. Stop that one first, or set DATA_DIR.`);
    this.name = 'ClusterInUse';
  }
}

const databaseName = 'warranty';
const startTimeout = 30_000;

/** Starts the PostgreSQL that comes with the product, or takes over the one that still runs on this data. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const place = await placeCluster(await findBinaries(), options.dataDir, options.log);
  const folder = join(place.home, 'postgres');
  const lock = await takeFileLock(join(place.home, 'postgres.json'), folder);
  if (!lock.held) throw new ClusterInUse(folder, lock.holder.pid);
  const password = await readOrCreatePassword(place);
  await createCluster(place, folder, password);

  const running = await findRunning(folder);
  const server = running ?? (await launch(place, folder, options));
  const urlOf = (database: string) => `postgres://postgres:${password}@127.0.0.1:${server.port}/${database}`;
  await waitUntilReady(urlOf('postgres'), server, join(place.home, 'postgres.log'));
  await createDatabaseOnce(urlOf('postgres'));
  options.log.info({ pid: server.pid, port: server.port, adopted: running !== null }, 'PostgreSQL runs');
  return {
    url: urlOf(databaseName),
    pid: server.pid,
    adopted: running !== null,
    async stop() {
      await stopCluster(place, folder, server.pid);
      await lock.release();
    },
  };
}

async function readOrCreatePassword(place: Placement): Promise<string> {
  const file = join(place.home, 'postgres.password');
  const password = randomBytes(24).toString('base64url');
  try {
    await writeFile(file, password, { mode: 0o600, flag: 'wx' });
    return password;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readFile(file, 'utf8')).trim();
  }
}

/** Made beside its final place and renamed, so that an interrupted first start leaves nothing half made. */
async function createCluster(place: Placement, folder: string, password: string): Promise<void> {
  const made = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => null);
  if (made !== null) return;
  const draft = `${folder}.new`;
  const passwordFile = join(place.home, 'postgres.password.new');
  await rm(draft, { recursive: true, force: true });
  await privateFolder(draft, place.runAs);
  await writeFile(passwordFile, password, { mode: 0o600 });
  const { uid, gid } = place.runAs;
  if (uid !== undefined && gid !== undefined) await chown(passwordFile, uid, gid);
  try {
    await runTool(place, place.binaries.initdb, [
      ...['-D', draft, '--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
      ...['--encoding=UTF8', '--locale=C', '--no-instructions', '--no-sync'],
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(draft, folder);
}

function runTool(place: Placement, program: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...place.runAs,
      cwd: place.home,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    child.stderr.on('data', (chunk) => {
      complaint += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ended with ${code}: ${complaint.trim()}`));
    });
  });
}

interface Server {
  pid: number;
  port: number;
  child?: ChildProcess;
}

/** postmaster.pid holds the process id in its first line and the port in its fourth. */
async function findRunning(folder: string): Promise<Server | null> {
  const file = join(folder, 'postmaster.pid');
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!pid || !port) return null;
  if (await processRuns(pid, 'postgres')) return { pid, port };
  // The id may by now belong to another program, for which PostgreSQL would wait in vain.
  await rm(file, { force: true });
  return null;
}

async function launch(place: Placement, folder: string, options: ClusterOptions): Promise<Server> {
  const port = await freePort();
  const log = await open(join(place.home, 'postgres.log'), 'a');
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    ...(options.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const child = spawn(
    place.binaries.postgres,
    ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...place.runAs,
      cwd: place.home,
      stdio: ['ignore', log.fd, log.fd],
      // Its own process group: Ctrl-C reaches us alone, and we stop PostgreSQL after the last query.
      detached: true,
    },
  );
  child.unref();
  await log.close();
  if (child.pid === undefined) throw new Error('PostgreSQL could not be started');
  return { pid: child.pid, port, child };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function waitUntilReady(url: string, server: Server, logFile: string): Promise<void> {
  const deadline = Date.now() + startTimeout;
  for (;;) {
    const failure = await connectOnce(url);
    if (failure === null) return;
    const ended = server.child
      ? server.child.exitCode !== null
      : !(await processRuns(server.pid, 'postgres'));
    if (ended || Date.now() > deadline) {
      const tail = (await readFile(logFile, 'utf8').catch(() => '')).split('\n').slice(-8).join('\n');
      throw new Error(`PostgreSQL did not start (${logFile}):\n${tail}`, { cause: failure });
    }
    await delay(50);
  }
}

async function connectOnce(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return null;
  } catch (error) {
    return error;
  }
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

async function stopCluster(place: Placement, folder: string, pid: number): Promise<void> {
  if (!(await processRuns(pid, 'postgres'))) return;
  await runTool(place, place.binaries.pgCtl, ['-D', folder, '-m', 'fast', '-w', '-t', '30', 'stop']);
}
