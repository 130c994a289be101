import pg from 'pg';
import { makeFolder } from '../harness/folder.ts';
import { type Postgres, type Server, startPostgres, startServer } from '../harness/processes.ts';
import type { FaultContext } from './fault.ts';
import { copyTemplate } from './template-cluster.ts';

export interface Installation {
  dir: string;
  /** Environment of its processes. */
  env: Record<string, string>;
  postgres: Postgres;
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
  env?: Record<string, string>;
}

export async function temporaryFolder({ cleanup }: FaultContext): Promise<string> {
  const { path, remove } = await makeFolder('faults');
  cleanup(remove);
  return path;
}

/** Several processes of the product on one durable PostgreSQL (fsync on). */
export async function install(context: FaultContext, options: InstallationOptions): Promise<Installation> {
  const dir = await temporaryFolder(context);
  if (!options.empty) await copyTemplate(dir);
  const postgres = await startPostgres(dir);
  context.cleanup(() => postgres.stop());
  const env = { DATABASE_URL: postgres.url, DATA_DIR: dir, ...options.env };
  const startMany = (role: 'api' | 'worker', count = 0) =>
    Promise.all(Array.from({ length: count }, () => startServer(role, env)));
  const [apis, workers] = await Promise.all([
    startMany('api', options.apis),
    startMany('worker', options.workers),
  ]);
  for (const server of [...apis, ...workers]) context.cleanup(() => server.stop('SIGKILL'));
  return { dir, env, postgres, apis, workers, observer: await observe(context, postgres) };
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
  const worker = await startServer('worker', env);
  context.cleanup(() => worker.stop('SIGKILL'));
  workers[at] = worker;
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
