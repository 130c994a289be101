import { sendDiscovery } from '@warranty/contracts/agents';
import type pg from 'pg';
import { noQuotas, root, type Server } from '../../harness/processes.ts';
import { type Measurement, median, printTable, readSeconds } from '../measurement.ts';
import { openServers, runLoad, startParts } from '../parts.ts';
import type { SocketReport } from '../socket-load.ts';
import { agentCount, devicesPerAgent, makeAgents } from './fleet.ts';

const bar = 0.5;
const p99Bar = 250;
const rounds = 4;
const warmUpSeconds = 6;
const poolSize = '10';

type Run = (seconds: number, scansPerSecond?: number) => Promise<SocketReport>;

function productRun({ url }: Server, agentsFile: string): Run {
  const { host, port } = new URL(url);
  return (seconds, scansPerSecond = 0) => {
    const args = [port, host, sendDiscovery.path, agentsFile, seconds, scansPerSecond];
    return runLoad('ingest/load.ts', args, seconds);
  };
}

const bareRun =
  (databaseUrl: string, agentsFile: string): Run =>
  (seconds) =>
    runLoad('baseline/ingest.ts', [databaseUrl, poolSize, agentsFile, seconds], seconds);

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

async function startAll() {
  const parts = await startParts({
    env: { DATABASE_POOL_SIZE: poolSize, ...noQuotas, DISK_FLOOR_MB: '0' },
  });
  const { url, adminUrl } = parts.postgres;
  return {
    parts,
    // Only the superuser may request a checkpoint.
    client: await parts.connect(adminUrl),
    prepare: (server: Server) => makeAgents(server.url, url, parts.folder),
  };
}

export const ingest: Measurement = {
  name: 'ingest',
  summary: `scans of ${devicesPerAgent} devices from ${agentCount} agents against plain inserts of the same rows, ratio at least ${bar} [--seconds 6]`,
  async run(args) {
    const seconds = readSeconds(args, 6);
    const { parts, client, prepare } = await startAll();
    const server = await parts.start(root);
    try {
      const agentsFile = await prepare(server);
      const product = productRun(server, agentsFile);
      const bare = bareRun(parts.postgres.url, agentsFile);
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
      const seconds = readSeconds(args, 6);
      const { parts, client, prepare } = await startAll();
      return openServers(tree, parts, {
        prepare,
        warmUp: (server, agentsFile) => productRun(server, agentsFile)(seconds / 2),
        reset: () => empty(client),
        load: (server, agentsFile) => productRun(server, agentsFile)(seconds / 4),
        perRequest: devicesPerAgent,
      });
    },
  },
};
