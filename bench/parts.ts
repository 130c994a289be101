import { join } from 'node:path';
import pg from 'pg';
import { makeFolder } from '../harness/folder.ts';
import { root, type Server, start, startPostgres, startServer } from '../harness/processes.ts';
import { startSimulator } from '../harness/simulator.ts';
import type { Subject } from './measurement.ts';
import { timed } from './paired/cpu-time.ts';
import type { SocketReport } from './socket-load.ts';

/** What a measurement starts once: a folder, a PostgreSQL and, for most, simulated vendors. */
export type Parts = Awaited<ReturnType<typeof startParts>>;

interface Needs {
  /** Trades durability of the database for speed. */
  fast?: boolean;
  env?: Record<string, string>;
}

export async function startParts({ fast = false, env: more = {} }: Needs = {}) {
  const folder = await makeFolder('bench');
  const [postgres, simulator] = await Promise.all([
    startPostgres(folder.path, { fast }),
    startSimulator('open'),
  ]);
  const env = { DATABASE_URL: postgres.url, ...simulator.dell, DRAIN_SECONDS: '0', ...more };
  const ends: (() => Promise<unknown>)[] = [folder.remove, postgres.stop, simulator.stop];
  return {
    folder: folder.path,
    postgres,
    simulator,
    start: (
      tree: string,
      own: Record<string, string> = {},
      role: 'api' | 'worker' = 'api',
    ): Promise<Server> => startServer(role, { ...env, ...own }, { quiet: true, tree }),
    async connect(url = postgres.url): Promise<pg.Client> {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      ends.push(() => client.end());
      return client;
    },
    async stop(): Promise<void> {
      for (const end of ends.reverse()) await end();
    },
  };
}

interface ServerTrial<Stored> {
  /** Stores what the requests need, by a server that is stopped then. */
  prepare(server: Server): Promise<Stored>;
  warmUp(server: Server, stored: Stored): Promise<unknown>;
  /** Before each slice, and not measured. */
  reset?(): Promise<unknown>;
  load(server: Server, stored: Stored): Promise<SocketReport>;
  /** What one request counts; 1 by default. */
  perRequest?: number;
}

/** Prepares to measure servers of a tree, one for each pair. */
export async function openServers<Stored>(
  tree: string,
  parts: Parts,
  { prepare, warmUp, reset, load, perRequest = 1 }: ServerTrial<Stored>,
): Promise<Subject> {
  const first = await parts.start(tree);
  const stored = await prepare(first);
  await first.stop();
  return {
    async start() {
      const server = await parts.start(tree);
      await warmUp(server, stored);
      return {
        async measure() {
          await reset?.();
          const pids = [server.pid, parts.postgres.serverPid];
          const { result, cpuSeconds } = await timed(pids, () => load(server, stored));
          const done = result.answered * perRequest;
          return { wall: done / result.seconds, cpu: done / cpuSeconds };
        },
        stop: async () => void (await server.stop()),
      };
    },
    close: parts.stop,
  };
}

/** Runs a program that generates load, in its own process, so that it does not use the measured process's CPU time. */
export async function runLoad(
  program: string,
  args: readonly (string | number)[],
  seconds: number,
): Promise<SocketReport & { perSecond: number }> {
  const run = start(process.execPath, [join(root, 'bench', program), ...args.map(String)]);
  const line = await run.waitForLine((text) => text.startsWith('{'), seconds * 1000 + 30_000);
  const report = JSON.parse(line) as SocketReport;
  if (report.refused > 0) throw new Error(`${report.refused} requests failed`);
  return { ...report, perSecond: report.answered / report.seconds };
}
