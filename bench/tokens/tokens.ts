import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { lookupWarranty } from '@warranty/contracts/warranty';
import pg from 'pg';
import { makeFolder } from '../../harness/folder.ts';
import { root, type Server, start, startPostgres, startServer } from '../../harness/processes.ts';
import { startSimulator } from '../../harness/simulator.ts';
import { createTestClient } from '../../harness/test-client.ts';
import { type Measurement, median, printTable } from '../measurement.ts';
import { timed } from '../paired/cpu-time.ts';
import type { SocketReport } from '../socket-load.ts';
import { makeTokens, readWrites, recordWrites, type Writes } from './fleet.ts';

const here = dirname(fileURLToPath(import.meta.url));
const bar = 0.7;
const rounds = 6;
const warmUpSeconds = 8;
const device = { modelNumber: 'BENCH01', manufacturer: 'Dell' };

interface Subject {
  name: string;
  server: Server;
  perSecond: number[];
  answered: number;
}

/** Runs in a separate process, so that the load generator does not use the measured process's CPU time. */
async function load(subject: Subject, callers: string, seconds: number): Promise<number> {
  const { host, port } = new URL(subject.server.url);
  const run = start(process.execPath, [
    join(here, 'load.ts'),
    ...[port, host, lookupWarranty.path, JSON.stringify(device), callers, String(seconds)],
  ]);
  const line = await run.waitForLine((text) => text.startsWith('{'), seconds * 1000 + 20_000);
  const { answered, refused, seconds: took } = JSON.parse(line) as SocketReport;
  if (refused > 0) throw new Error(`${refused} requests of ${subject.name} failed`);
  subject.answered += answered;
  return answered / took;
}

async function measure(subjects: Subject[], callers: string, seconds: number): Promise<void> {
  const table: (string | number)[][] = [];
  for (const subject of subjects) await load(subject, callers, warmUpSeconds);
  for (let round = 1; round <= rounds; round += 1) {
    // Alternates which of the two goes first.
    for (const subject of round % 2 ? subjects : subjects.toReversed()) {
      const perSecond = await load(subject, callers, seconds);
      subject.perSecond.push(perSecond);
      table.push([`${subject.name} ${round}`, Math.round(perSecond)]);
    }
  }
  printTable(['run', 'lookups/s'], table);
}

/** Starts what the product depends on: a database full of tokens and the simulated vendor. */
async function startParts() {
  const folder = await makeFolder('bench');
  const [postgres, simulator] = await Promise.all([startPostgres(folder.path), startSimulator('open')]);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const env = {
    DATABASE_URL: postgres.url,
    DELL_CLIENT_ID: 'sim-client',
    DELL_CLIENT_SECRET: 'sim-secret',
    DELL_BASE_URL: simulator.url,
    DRAIN_SECONDS: '0',
  };
  return {
    client,
    databasePid: postgres.serverPid,
    async start(name: string, tree: string, more: Record<string, string> = {}): Promise<Subject> {
      const server = await startServer('api', { ...env, ...more }, { quiet: true, tree });
      return { name, server, perSecond: [], answered: 0 };
    },
    /** Returns the file with the tokens. Also looks up the device once, so that it is cached. */
    async makeTokens(count: number, { server }: Subject): Promise<string> {
      const callers = await makeTokens(client, count, folder.path);
      await (await createTestClient(server.url)).call(lookupWarranty, { body: device });
      return callers;
    },
    async stop() {
      await client.end();
      await simulator.stop();
      await postgres.stop();
      await folder.remove();
    },
  };
}

function readOptions(args: string[]): { seconds: number; count: number } {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '10' },
      tokens: { type: 'string', default: '100000' },
    },
  });
  return { seconds: Number(values.seconds), count: Number(values.tokens) };
}

export const tokens: Measurement = {
  name: 'tokens',
  summary: `cached lookups with tokens drawn from many against the same with the identity injected, ratio at least ${bar} [--seconds 10] [--tokens 100000]`,
  async run(args) {
    const { seconds, count } = readOptions(args);
    const parts = await startParts();
    const injected = { NODE_OPTIONS: `--import=${join(here, 'injected-identity.ts')}` };
    const subjects: [Subject, Subject] = [
      await parts.start('injected', root, injected),
      await parts.start('tokens', root),
    ];
    try {
      const callers = await parts.makeTokens(count, subjects[0]);
      await recordWrites(parts.client);
      await measure(subjects, callers, seconds);
      const { maxPerMinute } = await readWrites(parts.client);
      for (const { server } of subjects) await server.stop();
      return verdict(subjects, { ...(await readWrites(parts.client)), maxPerMinute });
    } finally {
      for (const { server } of subjects) await server.stop();
      await parts.stop();
    }
  },
  paired: {
    figure: 'lookups_per_cpu_s',
    better: 'higher',
    slices: 4,
    async open(tree, args) {
      const { seconds, count } = readOptions(args);
      const parts = await startParts();
      const first = await parts.start('tokens', tree);
      const callers = await parts.makeTokens(count, first);
      await first.server.stop();
      return {
        async start() {
          const subject = await parts.start('tokens', tree);
          await load(subject, callers, seconds / 4);
          return {
            async measure() {
              const before = subject.answered;
              const pids = [subject.server.pid, parts.databasePid];
              const { result, cpuSeconds } = await timed(pids, () => load(subject, callers, seconds / 8));
              return { wall: result, cpu: (subject.answered - before) / cpuSeconds };
            },
            stop: async () => void (await subject.server.stop()),
          };
        },
        close: parts.stop,
      };
    },
  },
};

function verdict(
  [injected, byToken]: [Subject, Subject],
  { writes, maxPerMinute, counted }: Writes,
): Awaited<ReturnType<Measurement['run']>> {
  const ratio = median(byToken.perSecond) / median(injected.perSecond);
  const uncounted = byToken.answered - counted;
  return {
    figures: {
      ratio: ratio.toFixed(2),
      bar,
      tokens: Math.round(median(byToken.perSecond)),
      injected: Math.round(median(injected.perSecond)),
      requests: byToken.answered,
      uncounted,
      writes,
      most_writes_per_token_and_minute: maxPerMinute,
    },
    passed: ratio >= bar && maxPerMinute <= 1 && uncounted === 0,
  };
}
