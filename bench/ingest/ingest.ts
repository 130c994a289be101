import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sendDiscovery } from '@warranty/contracts/agents';
import pg from 'pg';
import { makeFolder } from '../../harness/folder.ts';
import { noQuotas, root, type Server, start, startPostgres, startServer } from '../../harness/processes.ts';
import { type Measurement, median, printTable } from '../measurement.ts';
import { timed } from '../paired/cpu-time.ts';
import type { SocketReport } from '../socket-load.ts';
import { agentCount, devicesPerAgent, makeAgents } from './fleet.ts';

const here = dirname(fileURLToPath(import.meta.url));
const bar = 0.5;
const p99Bar = 250;
const rounds = 4;
const warmUpSeconds = 6;
const poolSize = '10';

type Run = (seconds: number, scansPerSecond?: number) => Promise<SocketReport>;

/** Runs in a separate process, so that the load generator does not use the measured process's CPU time. */
async function run(program: string, args: string[], seconds: number): Promise<SocketReport> {
  const process_ = start(process.execPath, [program, ...args]);
  const line = await process_.waitForLine((text) => text.startsWith('{'), seconds * 1000 + 30_000);
  const report = JSON.parse(line) as SocketReport;
  if (report.refused > 0) throw new Error(`${report.refused} scans were rejected`);
  return report;
}

function productRun({ url }: Server, agentsFile: string): Run {
  const { host, port } = new URL(url);
  return (seconds, scansPerSecond = 0) =>
    run(
      join(here, 'load.ts'),
      [port, host, sendDiscovery.path, agentsFile, String(seconds), String(scansPerSecond)],
      seconds,
    );
}

function bareRun(databaseUrl: string, agentsFile: string): Run {
  return (seconds) =>
    run(
      join(dirname(here), 'baseline/ingest.ts'),
      [databaseUrl, poolSize, agentsFile, String(seconds)],
      seconds,
    );
}

/** Every run starts on the same empty tables. */
async function empty(client: pg.Client): Promise<void> {
  await client.query('truncate agent_discovery_sessions, discovered_devices');
  await client.query('checkpoint');
}

async function measure(client: pg.Client, subjects: Record<string, Run>, seconds: number) {
  const scans: Record<string, number[]> = { bare: [], product: [] };
  const table: (string | number)[][] = [];
  for (const each of Object.values(subjects)) await each(warmUpSeconds);
  for (let round = 1; round <= rounds; round += 1) {
    const order = Object.entries(subjects);
    // Alternates which of the two goes first.
    for (const [name, each] of round % 2 ? order : order.toReversed()) {
      await empty(client);
      const report = await each(seconds);
      const perSecond = report.answered / report.seconds;
      scans[name]?.push(perSecond);
      table.push([
        `${name} ${round}`,
        perSecond.toFixed(1),
        Math.round(perSecond * devicesPerAgent),
        report.p99 ? report.p99.toFixed(0) : '-',
      ]);
    }
  }
  printTable(['run', 'scans/s', 'devices/s', 'p99 ms'], table);
  return { bare: median(scans.bare ?? []), product: median(scans.product ?? []) };
}

/** Checks that the counted scans were really stored, and the newest of each agent as rows. */
async function assertStored(client: pg.Client, scans: number): Promise<void> {
  const { rows } = await client.query(
    'select count(packed_devices)::int as packed, count(distinct agent_id)::int as agents from agent_discovery_sessions',
  );
  const { packed, agents } = rows[0];
  if (packed !== scans) throw new Error(`${packed} of ${scans} scans are stored`);
  const { rows: devices } = await client.query('select count(*)::int as count from discovered_devices');
  if (devices[0].count !== agents * devicesPerAgent)
    throw new Error(`${devices[0].count} of ${agents * devicesPerAgent} devices are rows`);
}

async function startParts() {
  const folder = await makeFolder('bench');
  const postgres = await startPostgres(folder.path);
  // Only the superuser may request a checkpoint.
  const client = new pg.Client({ connectionString: postgres.adminUrl });
  await client.connect();
  const env = {
    DATABASE_URL: postgres.url,
    DATABASE_POOL_SIZE: poolSize,
    ...noQuotas,
    DISK_FLOOR_MB: '0',
    DRAIN_SECONDS: '0',
  };
  return {
    client,
    databaseUrl: postgres.url,
    databasePid: postgres.serverPid,
    start: (tree: string) => startServer('api', env, { quiet: true, tree }),
    makeAgents: ({ url }: Server) => makeAgents(url, postgres.url, folder.path),
    async stop() {
      await client.end();
      await postgres.stop();
      await folder.remove();
    },
  };
}

function readSeconds(args: string[]): number {
  const { values } = parseArgs({ args, options: { seconds: { type: 'string', default: '6' } } });
  return Number(values.seconds);
}

export const ingest: Measurement = {
  name: 'ingest',
  summary: `scans of ${devicesPerAgent} devices from ${agentCount} agents against plain inserts of the same rows, ratio at least ${bar} [--seconds 6]`,
  async run(args) {
    const seconds = readSeconds(args);
    const parts = await startParts();
    const { client } = parts;
    const server = await parts.start(root);
    try {
      const agentsFile = await parts.makeAgents(server);
      const product = productRun(server, agentsFile);
      const bare = bareRun(parts.databaseUrl, agentsFile);
      const medians = await measure(client, { bare, product }, seconds);
      await empty(client);
      const half = await product(seconds * 2, medians.product / 2);
      await assertStored(client, half.answered);
      const ratio = medians.product / medians.bare;
      return {
        figures: {
          ratio: ratio.toFixed(2),
          bar,
          devices_per_s: Math.round(medians.product * devicesPerAgent),
          bare_devices_per_s: Math.round(medians.bare * devicesPerAgent),
          p99_ms_at_half: Math.round(half.p99),
        },
        passed: ratio >= bar && half.p99 < p99Bar,
      };
    } finally {
      await server.stop();
      await parts.stop();
    }
  },
  paired: {
    figure: 'devices_per_cpu_s',
    better: 'higher',
    slices: 4,
    async open(tree, args) {
      const seconds = readSeconds(args);
      const parts = await startParts();
      const first = await parts.start(tree);
      const agentsFile = await parts.makeAgents(first);
      await first.stop();
      return {
        async start() {
          const server = await parts.start(tree);
          const product = productRun(server, agentsFile);
          await product(seconds / 2);
          return {
            async measure() {
              await empty(parts.client);
              const pids = [server.pid, parts.databasePid];
              const { result, cpuSeconds } = await timed(pids, () => product(seconds / 4));
              const devices = result.answered * devicesPerAgent;
              return { wall: devices / result.seconds, cpu: devices / cpuSeconds };
            },
            stop: async () => void (await server.stop()),
          };
        },
        close: parts.stop,
      };
    },
  },
};
