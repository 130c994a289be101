import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { lookupItems } from '@warranty/contracts/lookup-items';
import { lookupWarranty } from '@warranty/contracts/warranty';
import pg from 'pg';
import { createDatabase } from '../../harness/databases.ts';
import { root, type Server, start } from '../../harness/processes.ts';
import { createTestClient } from '../../harness/test-client.ts';
import { type Measurement, printTable, quantile } from '../measurement.ts';
import { type Parts, startParts } from '../parts.ts';
import { fillRecords, maxRecords, readSizes, type Sizes } from './fill.ts';
import type { LoadTarget } from './load.ts';

const here = dirname(fileURLToPath(import.meta.url));
const bar = 1.2;
const fewRecords = 10_000;
const rounds = 7;
const ratePerSecond = 200;
const warmUpSeconds = 8;
const sampleCount = 100;

interface Subject {
  name: string;
  server: Server;
  target: LoadTarget;
  latencies: number[];
}

async function withClients<T>(
  url: string,
  count: number,
  use: (clients: pg.Client[]) => Promise<T>,
): Promise<T> {
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString: url }));
  try {
    for (const client of clients) await client.connect();
    return await use(clients);
  } finally {
    for (const client of clients) await client.end();
  }
}

/** What the product stores for devices of the simulated vendor. */
async function sampleAnswers({ url }: Server, databaseUrl: string): Promise<string[]> {
  const items = Array.from({ length: sampleCount }, (_, n) => ({
    serialNumber: `A${String(n).padStart(6, '0')}`,
    manufacturer: 'Dell',
  }));
  await (await createTestClient(url)).call(lookupItems, { body: { items } });
  return withClients(databaseUrl, 1, async (clients) => {
    const [client] = clients as [pg.Client];
    const { rows } = await client.query<{ answer: string }>(
      'delete from warranty_records returning answer::text as answer',
    );
    return rows.map(({ answer }) => answer);
  });
}

async function startSubject(parts: Parts, databaseUrl: string, records: number): Promise<Subject> {
  const server = await parts.start(root, {
    DATABASE_URL: databaseUrl,
    // Some answers are that the vendor does not know the device. They must be as fresh as the others.
    NOT_KNOWN_CACHE_HOURS: '24',
    DISK_FLOOR_MB: '0',
  });
  const { cookie } = await createTestClient(server.url);
  const { host, port } = new URL(server.url);
  const url = `http://127.0.0.1:${port}${lookupWarranty.path}`;
  const headers = { host, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie };
  return { name: records.toLocaleString('en'), server, target: { url, headers, records }, latencies: [] };
}

/** Runs in a separate process, so that the load generator does not use the measured process's CPU time. */
async function load(subjects: Subject[], seconds: number): Promise<number[][]> {
  const targets = subjects.map(({ target }) => target);
  const run = start(process.execPath, [
    join(here, 'load.ts'),
    ...[JSON.stringify(targets), String(ratePerSecond), String(seconds)],
  ]);
  return JSON.parse(await run.waitForLine((line) => line.startsWith('['), seconds * 1000 + 60_000));
}

async function measure(subjects: Subject[], seconds: number): Promise<void> {
  const table: (string | number)[][] = [];
  await load(subjects, warmUpSeconds);
  for (let round = 1; round <= rounds; round += 1) {
    const latencies = await load(subjects, seconds);
    for (const [index, subject] of subjects.entries()) {
      const some = latencies[index] ?? [];
      subject.latencies.push(...some);
      const [p50, p99] = [quantile(some, 0.5), quantile(some, 0.99)];
      table.push([`${subject.name} ${round}`, p50.toFixed(2), p99.toFixed(2)]);
    }
  }
  printTable(['records, round', 'p50 ms', 'p99 ms'], table);
}

async function prepare(parts: Parts, rows: number) {
  const { postgres } = parts;
  const [fewUrl, manyUrl] = [postgres.url, await createDatabase(postgres, 'many_records')];
  const few = await startSubject(parts, fewUrl, fewRecords);
  const many = await startSubject(parts, manyUrl, rows);
  const answers = await sampleAnswers(few.server, fewUrl);
  const startedAt = performance.now();
  await withClients(fewUrl, 2, (clients) => fillRecords(clients, few.target.records, answers));
  const sizes = await withClients(manyUrl, 2, async (clients) => {
    await fillRecords(clients, many.target.records, answers);
    return readSizes(clients[0] as pg.Client);
  });
  console.log(`filled in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  return { subjects: [few, many] as [Subject, Subject], sizes };
}

function readOptions(args: string[]): { rows: number; seconds: number } {
  const { values } = parseArgs({
    args,
    options: { rows: { type: 'string', default: '200000' }, seconds: { type: 'string', default: '8' } },
  });
  const rows = Number(values.rows);
  if (!(rows >= 1 && rows <= maxRecords)) throw new Error(`--rows is a number from 1 to ${maxRecords}.`);
  return { rows, seconds: Number(values.seconds) };
}

export const records: Measurement = {
  name: 'records',
  summary: `p99 of cached lookups with many records against ${fewRecords}, ratio at most ${bar}; bytes per record [--rows 200000] [--seconds 8]`,
  async run(args) {
    const { rows, seconds } = readOptions(args);
    const parts = await startParts();
    try {
      const { subjects, sizes } = await prepare(parts, rows);
      await measure(subjects, seconds);
      for (const { server } of subjects) await server.stop();
      return verdict(...subjects, sizes);
    } finally {
      await parts.stop();
    }
  },
};

function verdict(few: Subject, many: Subject, sizes: Sizes): Awaited<ReturnType<Measurement['run']>> {
  const [p50, p99, fewP50, fewP99] = [many, few].flatMap(({ latencies }) => [
    quantile(latencies, 0.5),
    quantile(latencies, 0.99),
  ]) as [number, number, number, number];
  const ratio = p99 / fewP99;
  const bytes = Object.entries(sizes).map(([name, size]) => [
    `${name.replace('T', '_t').replace('I', '_i')}_bytes`,
    Math.round(size),
  ]);
  return {
    figures: {
      ratio: ratio.toFixed(2),
      bar,
      p99_ms: p99.toFixed(1),
      few_p99_ms: fewP99.toFixed(1),
      p50_ms: p50.toFixed(2),
      few_p50_ms: fewP50.toFixed(2),
      records: many.target.records,
      ...Object.fromEntries(bytes),
    },
    passed: ratio <= bar,
  };
}
