import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { makeFolder } from '../../harness/folder.ts';
import {
  freePort,
  type Program,
  root,
  start,
  startPostgres,
  startQuiet,
  startServer,
} from '../../harness/processes.ts';
import { startSimulator } from '../../harness/simulator.ts';
import { createTestClient } from '../../harness/test-client.ts';
import { type Measurement, median, printTable } from '../measurement.ts';
import { timed } from '../paired/cpu-time.ts';
import type { SocketReport } from '../socket-load.ts';
import { fleetSize, makeFleet } from './fleet.ts';

const bar = 0.65;
const p99Slack = 20;
const rounds = 3;
const pacedRate = 200;
const warmUpSeconds = 8;
const poolSize = '10';
/** Time limit for a number of requests, in seconds. */
const maxSeconds = 120;

interface Subject {
  name: string;
  url: string;
  fast: number[];
  paced: number[];
}

interface LookupLoad {
  /** By default, as long as the requests take. */
  seconds?: number;
  /** By default, as many as there is time for. */
  requests?: number;
  /** Unlimited by default. */
  perSecond?: number;
}

/** Runs in a separate process, so that the load generator does not use the measured process's CPU time. */
export async function loadLookups(
  url: string,
  fleet: string,
  { seconds = maxSeconds, requests = 0, perSecond = 0 }: LookupLoad,
): Promise<SocketReport & { perSecond: number }> {
  const { host, port } = new URL(url);
  const run = start(process.execPath, [
    join(root, 'bench/lookup/load.ts'),
    ...[port, host, lookupWarranty.path, fleet, ...[seconds, requests, perSecond].map(String)],
  ]);
  const line = await run.waitForLine((text) => text.startsWith('{'), seconds * 1000 + 20_000);
  const report = JSON.parse(line) as SocketReport;
  if (report.refused > 0) throw new Error(`${report.refused} requests failed`);
  return { ...report, perSecond: report.answered / report.seconds };
}

/** Bare node:http on the same database, cookie and headers. */
async function startBaseline(
  databaseUrl: string,
  headers: Record<string, string>,
): Promise<Program & { port: number }> {
  const port = await freePort();
  const program = startQuiet(process.execPath, [
    join(root, 'bench/baseline/lookup.ts'),
    ...[String(port), databaseUrl, poolSize, JSON.stringify(headers)],
  ]);
  await program.waitForLine((line) => line === 'listening');
  return { ...program, port };
}

async function sample(subject: Subject, fleet: string, seconds: number) {
  await loadLookups(subject.url, fleet, { seconds: 1 });
  const full = await loadLookups(subject.url, fleet, { seconds });
  const paced = await loadLookups(subject.url, fleet, { seconds, perSecond: pacedRate });
  subject.fast.push(full.perSecond);
  subject.paced.push(paced.p99);
  return { full, paced };
}

/** The headers of every reply of the product, without those specific to one reply. */
async function commonHeaders(url: string): Promise<Record<string, string>> {
  const { headers } = await createTestClient(url);
  const response = await fetch(url + lookupWarranty.path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ modelNumber: 'BENCH00', manufacturer: 'Dell' }),
  });
  if (!response.ok) throw new Error(`the product replied with ${response.status}: ${await response.text()}`);
  const own = new Set(['x-request-id', 'date', 'connection', 'keep-alive', 'content-length']);
  return Object.fromEntries([...response.headers].filter(([name]) => !own.has(name)));
}

async function measure(subjects: Subject[], fleet: string, seconds: number): Promise<void> {
  const table: (string | number)[][] = [];
  // Warm up: measure compiled code, not compilation.
  for (const { url } of subjects) await loadLookups(url, fleet, { seconds: warmUpSeconds });
  for (let round = 1; round <= rounds; round += 1) {
    for (const subject of subjects) {
      const { full, paced } = await sample(subject, fleet, seconds);
      table.push([
        `${subject.name} ${round}`,
        Math.round(full.perSecond),
        full.p99.toFixed(1),
        paced.p99.toFixed(1),
      ]);
    }
  }
  printTable(['run', 'lookups/s', 'p99 ms', `p99 ms at ${pacedRate}/s`], table);
}

/** Starts what the product depends on: its database and the simulated vendor. */
async function startParts() {
  const folder = await makeFolder('bench');
  const [postgres, simulator] = await Promise.all([startPostgres(folder.path), startSimulator('open')]);
  const env = {
    DATABASE_URL: postgres.url,
    DATABASE_POOL_SIZE: poolSize,
    DELL_CLIENT_ID: 'sim-client',
    DELL_CLIENT_SECRET: 'sim-secret',
    DELL_BASE_URL: simulator.url,
    DRAIN_SECONDS: '0',
  };
  return {
    databaseUrl: postgres.url,
    databasePid: postgres.serverPid,
    start: (tree: string) => startServer('api', env, { quiet: true, tree }),
    makeFleet: (url: string) => makeFleet(url, folder.path),
    async stop() {
      await simulator.stop();
      await postgres.stop();
      await folder.remove();
    },
  };
}

function readSeconds(args: string[]): number {
  const { values } = parseArgs({ args, options: { seconds: { type: 'string', default: '4' } } });
  return Number(values.seconds);
}

export const lookup: Measurement = {
  name: 'lookup',
  summary: `cached lookups of ${fleetSize} devices with ${fleetSize} sessions over HTTP against bare node:http with the same reads, ratio at least ${bar} [--seconds 4]`,
  async run(args) {
    const parts = await startParts();
    const server = await parts.start(root);
    const fleet = await parts.makeFleet(server.url);
    const baseline = await startBaseline(parts.databaseUrl, await commonHeaders(server.url));
    const subjects: [Subject, Subject] = [
      { name: 'bare', url: `http://localhost:${baseline.port}`, fast: [], paced: [] },
      { name: 'product', url: server.url, fast: [], paced: [] },
    ];
    try {
      await measure(subjects, fleet, readSeconds(args));
    } finally {
      await Promise.all([server.stop(), baseline.stop()]);
      await parts.stop();
    }
    return verdict(...subjects);
  },
  paired: {
    figure: 'lookups_per_cpu_s',
    better: 'higher',
    slices: 4,
    async open(tree) {
      const parts = await startParts();
      const first = await parts.start(tree);
      const fleet = await parts.makeFleet(first.url);
      await first.stop();
      return {
        async start() {
          const server = await parts.start(tree);
          await loadLookups(server.url, fleet, { requests: 6_000 });
          return {
            async measure() {
              const { result, cpuSeconds } = await timed([server.pid, parts.databasePid], () =>
                loadLookups(server.url, fleet, { requests: 4_000 }),
              );
              return { wall: result.perSecond, cpu: result.answered / cpuSeconds };
            },
            stop: async () => void (await server.stop()),
          };
        },
        close: parts.stop,
      };
    },
  },
};

function verdict(bare: Subject, product: Subject): Awaited<ReturnType<Measurement['run']>> {
  const ratio = median(product.fast) / median(bare.fast);
  const [bareP99, productP99] = [median(bare.paced), median(product.paced)];
  return {
    figures: {
      ratio: ratio.toFixed(2),
      bar,
      product: Math.round(median(product.fast)),
      bare: Math.round(median(bare.fast)),
      p99_ms_at_200: productP99.toFixed(1),
      bare_p99_ms_at_200: bareP99.toFixed(1),
    },
    passed: ratio >= bar && productP99 <= bareP99 + p99Slack,
  };
}
