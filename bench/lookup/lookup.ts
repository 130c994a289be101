import { join } from 'node:path';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { freePort, type Program, root, startQuiet } from '../../harness/processes.ts';
import { createTestClient } from '../../harness/test-client.ts';
import { commonHeaders } from '../load.ts';
import { type Measurement, median, printTable, readSeconds } from '../measurement.ts';
import { openServers, runLoad, startParts } from '../parts.ts';
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

export function loadLookups(
  url: string,
  fleet: string,
  { seconds = maxSeconds, requests = 0, perSecond = 0 }: LookupLoad,
) {
  const { host, port } = new URL(url);
  const args = [port, host, lookupWarranty.path, fleet, seconds, requests, perSecond];
  return runLoad('lookup/load.ts', args, seconds);
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
async function headersOf(url: string): Promise<Record<string, string>> {
  const { headers } = await createTestClient(url);
  const response = await fetch(url + lookupWarranty.path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ modelNumber: 'BENCH00', manufacturer: 'Dell' }),
  });
  return commonHeaders(response);
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

const startAll = () => startParts({ env: { DATABASE_POOL_SIZE: poolSize } });

export const lookup: Measurement = {
  name: 'lookup',
  summary: `cached lookups of ${fleetSize} devices with ${fleetSize} sessions over HTTP against bare node:http with the same reads, ratio at least ${bar} [--seconds 4]`,
  async run(args) {
    const parts = await startAll();
    const server = await parts.start(root);
    const fleet = await makeFleet(server.url, parts.folder);
    const baseline = await startBaseline(parts.postgres.url, await headersOf(server.url));
    const subjects: [Subject, Subject] = [
      { name: 'bare', url: `http://localhost:${baseline.port}`, fast: [], paced: [] },
      { name: 'product', url: server.url, fast: [], paced: [] },
    ];
    try {
      await measure(subjects, fleet, readSeconds(args, 4));
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
      const parts = await startAll();
      return openServers(tree, parts, {
        prepare: ({ url }) => makeFleet(url, parts.folder),
        warmUp: ({ url }, fleet) => loadLookups(url, fleet, { requests: 6_000 }),
        load: ({ url }, fleet) => loadLookups(url, fleet, { requests: 4_000 }),
      });
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
