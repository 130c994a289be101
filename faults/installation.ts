import pg from 'pg';
import { makeFolder } from '../harness/folder.ts';
import { type PoolerOptions, startPooler } from '../harness/pooler.ts';
import { type Postgres, type Server, startPostgres, startServer } from '../harness/processes.ts';
import type { FaultContext } from './fault.ts';
import { copyTemplate } from './template-cluster.ts';

export interface Installation {
  dir: string;
  /** Environment of its processes. */
  env: Record<string, string>;
  postgres: Postgres;
  /** The first of `apis`, for the cases that have one. */
  api: Server;
  apis: Server[];
  workers: Server[];
  /** The harness's own connection, to inspect the database and to hold locks. */
  observer: pg.Client;
}

export interface InstallationOptions {
  apis?: number;
  workers?: number;
  /** Skips the migrations, so that the processes apply them. */
  empty?: boolean;
  /** Puts a pooler in front of the database. */
  pooler?: PoolerOptions;
  env?: Record<string, string>;
  /** Prepares the data folder before PostgreSQL starts on it. */
  prepareFolder?(dir: string): Promise<void>;
  /** Starts another database than the bundled one. It is empty. */
  startDatabase?(dir: string): Promise<Postgres>;
  /** Returns the URL that the processes use for the database, for example that of a proxy. */
  databaseUrl?(postgres: Postgres): Promise<string>;
}

export async function temporaryFolder({ cleanup }: FaultContext): Promise<string> {
  const { path, remove } = await makeFolder('faults');
  cleanup(remove);
  return path;
}

/** Several processes of the product on one durable PostgreSQL (fsync on). */
export async function install(context: FaultContext, options: InstallationOptions): Promise<Installation> {
  const dir = await temporaryFolder(context);
  await options.prepareFolder?.(dir);
  if (!options.empty && !options.startDatabase) await copyTemplate(dir);
  const postgres = await (options.startDatabase ?? startPostgres)(dir);
  context.cleanup(() => postgres.stop());
  const env = { DATABASE_URL: await databaseUrl(context, postgres, options), DATA_DIR: dir, ...options.env };
  const startMany = (role: 'api' | 'worker', count = 0) =>
    Promise.all(Array.from({ length: count }, () => startProcess(context, role, env)));
  const [apis, workers] = await Promise.all([
    startMany('api', options.apis),
    startMany('worker', options.workers),
  ]);
  const api = apis[0] as Server;
  return { dir, env, postgres, api, apis, workers, observer: await observe(context, postgres) };
}

/** Starts a process that ends with the case. */
export async function startProcess(
  context: FaultContext,
  ...started: Parameters<typeof startServer>
): Promise<Server> {
  const server = await startServer(...started);
  context.cleanup(() => server.stop('SIGKILL'));
  return server;
}

/** Kills PostgreSQL: first the process that would restart it, then the server itself. */
export async function killPostgres({ stop, serverPid }: Postgres): Promise<void> {
  await stop('SIGKILL');
  process.kill(serverPid, 'SIGKILL');
}

/** Starts PostgreSQL again in the folder in which it was stopped or killed. */
export async function restartPostgres({ cleanup }: FaultContext, dir: string): Promise<Postgres> {
  const again = await startPostgres(dir);
  cleanup(() => again.stop());
  return again;
}

async function databaseUrl(
  { cleanup }: FaultContext,
  postgres: Postgres,
  { pooler: wanted, ...options }: InstallationOptions,
): Promise<string> {
  const url = (await options.databaseUrl?.(postgres)) ?? postgres.url;
  const program = process.env.HARNESS_POOLER;
  if (!wanted && !program) return url;
  const pooler = await startPooler(url, { ...(program ? { program } : {}), ...wanted });
  cleanup(() => pooler.stop());
  return pooler.url;
}

export async function observe({ cleanup }: FaultContext, { url }: Postgres): Promise<pg.Client> {
  const observer = new pg.Client({ connectionString: url });
  observer.on('error', () => undefined);
  await observer.connect();
  cleanup(() => observer.end());
  return observer;
}

/** Kills a worker and starts a replacement. */
export async function replaceWorker(
  context: FaultContext,
  { workers, env }: Installation,
  at: number,
): Promise<void> {
  await workers[at]?.stop('SIGKILL');
  workers[at] = await startProcess(context, 'worker', env);
}

interface JobLine {
  msg: string;
  job: string;
  jobId: string;
  attempt: number;
}

/** The log lines of a process about its jobs. */
export function jobLines(server: Server): JobLine[] {
  return server.lines.flatMap((line) => {
    if (!line.includes('"jobId"')) return [];
    return [JSON.parse(line) as JobLine];
  });
}

/** Those about the job that `forgetBrowser` enqueues. Scheduled jobs may run at any time. */
export const eraseJobLines = (server: Server): JobLine[] =>
  jobLines(server).filter(({ job }) => job === 'session.erase-user');
