import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { makeFolder } from '../../harness/folder.ts';
import {
  freePort,
  type Program,
  root,
  type Server,
  startPostgres,
  startQuiet,
  startServer,
} from '../../harness/processes.ts';
import { startSimulator } from '../../harness/simulator.ts';
import { createTestClient } from '../../harness/test-client.ts';
import { type LoadReport, load, loadTimed, type Target, warmUp } from '../load.ts';
import { type Measurement, median, printTable } from '../measurement.ts';

const bar = 0.55;
const p99Slack = 20;
const rounds = 3;
const pacedRate = 200;
const warmUpSeconds = 8;
const tag = 'BENCH01';
const poolSize = '10';

interface Subject {
  name: string;
  target: Target;
  fast: number[];
  paced: number[];
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

async function sample(subject: Subject, seconds: number): Promise<{ full: LoadReport; paced: LoadReport }> {
  await load(subject.target, { seconds: 1 });
  const full = await load(subject.target, { seconds });
  const paced = await load(subject.target, { seconds, rate: pacedRate });
  subject.fast.push(full.perSecond);
  subject.paced.push(paced.p99);
  return { full, paced };
}

/** The headers of every reply of the product, without those specific to one reply. */
async function commonHeaders({ url, headers, body }: Target): Promise<Record<string, string>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, origin: new URL(url).origin },
    body,
  });
  if (!response.ok) throw new Error(`the product replied with ${response.status}: ${await response.text()}`);
  const own = new Set(['x-request-id', 'date', 'connection', 'keep-alive', 'content-length']);
  return Object.fromEntries([...response.headers].filter(([name]) => !own.has(name)));
}

async function measure(subjects: Subject[], seconds: number): Promise<void> {
  const table: (string | number)[][] = [];
  // Warm up: measure compiled code, not compilation.
  for (const { target } of subjects) await load(target, { seconds: warmUpSeconds });
  for (let round = 1; round <= rounds; round += 1) {
    for (const subject of subjects) {
      const { full, paced } = await sample(subject, seconds);
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
    async stop() {
      await simulator.stop();
      await postgres.stop();
      await folder.remove();
    },
  };
}

/** Requests that look up the same device with the same session. */
export async function lookupTarget({ url }: Server): Promise<Target> {
  const { cookie } = await createTestClient(url);
  return {
    url: url.replace('localhost', '127.0.0.1') + lookupWarranty.path,
    headers: {
      host: new URL(url).host,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      cookie,
    },
    body: JSON.stringify({ modelNumber: tag, manufacturer: 'Dell' }),
  };
}

function readSeconds(args: string[]): number {
  const { values } = parseArgs({ args, options: { seconds: { type: 'string', default: '4' } } });
  return Number(values.seconds);
}

export const lookup: Measurement = {
  name: 'lookup',
  summary: `cached lookups over HTTP against bare node:http with the same reads, ratio at least ${bar} [--seconds 4]`,
  async run(args) {
    const parts = await startParts();
    const server = await parts.start(root);
    const product = await lookupTarget(server);
    const baseline = await startBaseline(
      parts.databaseUrl,
      await commonHeaders({ ...product, url: server.url + lookupWarranty.path }),
    );
    const subjects: [Subject, Subject] = [
      {
        name: 'bare',
        target: { ...product, url: `http://127.0.0.1:${baseline.port}${lookupWarranty.path}` },
        fast: [],
        paced: [],
      },
      { name: 'product', target: product, fast: [], paced: [] },
    ];
    try {
      await measure(subjects, readSeconds(args));
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
      return {
        async start() {
          const server = await parts.start(tree);
          const target = await lookupTarget(server);
          await warmUp(target, 6_000);
          return {
            measure: () => loadTimed([server.pid, parts.databasePid], target, 2_500),
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
