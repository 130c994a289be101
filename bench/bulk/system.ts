import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { makeFolder } from '../../harness/folder.ts';
import { noQuotas, type Server, startPostgres, startQuiet, startServer } from '../../harness/processes.ts';
import { type Simulator, startSimulator } from '../../harness/simulator.ts';

const bench = dirname(dirname(fileURLToPath(import.meta.url)));

/** The product in a multi-process setup: an api process, two workers, PostgreSQL with fsync, and the simulated vendor. */
export interface System {
  folder: string;
  databaseUrl: string;
  /** As the superuser. */
  adminUrl: string;
  databasePid: number;
  observer: pg.Client;
  simulator: Simulator;
  servers: { name: string; server: Server }[];
  api: Server;
  stop(): Promise<void>;
}

export async function startSystem(tree: string): Promise<System> {
  const folder = await makeFolder('bench');
  const [postgres, simulator] = await Promise.all([startPostgres(folder.path), startSimulator('open')]);
  const env = {
    ...noQuotas,
    DATABASE_URL: postgres.url,
    DATA_DIR: folder.path,
    DELL_CLIENT_ID: 'sim-client',
    DELL_CLIENT_SECRET: 'sim-secret',
    DELL_BASE_URL: simulator.url,
    DELL_CALLS_PER_SECOND: '1000',
    VENDOR_CALLS_PER_DAY: '1000000',
    VENDOR_CALLS_PER_DAY_PER_ADDRESS: '1000000',
    LOG_LEVEL: 'warn',
  };
  const api = await startServer('api', env, { quiet: true, tree });
  const workers = await Promise.all([1, 2].map(() => startServer('worker', env, { quiet: true, tree })));
  const observer = new pg.Client({ connectionString: postgres.url });
  await observer.connect();
  return {
    folder: folder.path,
    databaseUrl: postgres.url,
    adminUrl: postgres.adminUrl,
    databasePid: postgres.serverPid,
    observer,
    simulator,
    api,
    servers: [
      { name: 'api', server: api },
      ...workers.map((server, index) => ({ name: `worker ${index + 1}`, server })),
    ],
    async stop() {
      await observer.end();
      // Nothing more is read from them, so they need no graceful stop.
      await Promise.all([api, ...workers].map((server) => server.stop('SIGKILL')));
      await simulator.stop();
      await postgres.stop();
      await folder.remove();
    },
  };
}

/** Peak memory of a process, in MB. */
export async function peakMemory({ pid }: Server): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return (Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / 1e6;
}

export interface IdleProcess {
  /** Stops the process and returns the 99th percentile of its event loop delay in ms. */
  stop(): Promise<number>;
}

/** An idle process as a reference: the event loop delay that this machine causes by itself. */
export function startIdleProcess(): IdleProcess {
  const program = startQuiet(process.execPath, [
    ...['--import', join(bench, 'event-loop-probe.ts'), '-e', 'setInterval(() => {}, 60_000)'],
  ]);
  return {
    async stop() {
      await program.stop();
      return (JSON.parse(program.lines.at(-1) ?? '{}') as { loopDelay: number }).loopDelay;
    },
  };
}
