import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { lookupWarranty } from '@warranty/contracts/warranty';
import pg from 'pg';
import { makeFolder } from '../../harness/folder.ts';
import { type Server, start, startPostgres, startServer } from '../../harness/processes.ts';
import { visit } from '../../harness/session.ts';
import { startSimulator } from '../../harness/simulator.ts';
import { type Measurement, median, printTable } from '../measurement.ts';
import { makeTokens, noteWrites, readWrites, type Writes } from './fleet.ts';

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

interface Report {
  answered: number;
  refused: number;
  seconds: number;
}

/** From a process of its own, so that the load takes none of the measured one's time. */
async function load(subject: Subject, callers: string, seconds: number): Promise<number> {
  const { host, port } = new URL(subject.server.url);
  const run = start(process.execPath, [
    join(here, 'load.ts'),
    ...[port, host, lookupWarranty.path, JSON.stringify(device), callers, String(seconds)],
  ]);
  const line = await run.line((text) => text.startsWith('{'), seconds * 1000 + 20_000);
  const { answered, refused, seconds: took } = JSON.parse(line) as Report;
  if (refused > 0) throw new Error(`${refused} requests of ${subject.name} were not answered well`);
  subject.answered += answered;
  return answered / took;
}

async function measure(subjects: Subject[], callers: string, seconds: number): Promise<void> {
  const table: (string | number)[][] = [];
  for (const subject of subjects) await load(subject, callers, warmUpSeconds);
  for (let round = 1; round <= rounds; round += 1) {
    // Each goes first as often as the other.
    for (const subject of round % 2 ? subjects : subjects.toReversed()) {
      const perSecond = await load(subject, callers, seconds);
      subject.perSecond.push(perSecond);
      table.push([`${subject.name} ${round}`, Math.round(perSecond)]);
    }
  }
  printTable(['run', 'lookups/s'], table);
}

async function startSubjects(databaseUrl: string, vendorUrl: string): Promise<[Subject, Subject]> {
  const env = {
    DATABASE_URL: databaseUrl,
    DELL_CLIENT_ID: 'sim-client',
    DELL_CLIENT_SECRET: 'sim-secret',
    DELL_BASE_URL: vendorUrl,
    DRAIN_SECONDS: '0',
  };
  const injected = { NODE_OPTIONS: `--import=${join(here, 'injected-identity.ts')}` };
  const subject = async (name: string, more: Record<string, string>) => ({
    name,
    server: await startServer('api', { ...env, ...more }, { quiet: true }),
    perSecond: [],
    answered: 0,
  });
  return [await subject('injected', injected), await subject('tokens', {})];
}

export const tokens: Measurement = {
  name: 'tokens',
  summary: `kept lookups with tokens drawn from many against the same with the identity injected, ratio at least ${bar} [--seconds 10] [--tokens 100000]`,
  async run(args) {
    const { values } = parseArgs({
      args,
      options: {
        seconds: { type: 'string', default: '10' },
        tokens: { type: 'string', default: '100000' },
      },
    });
    const folder = await makeFolder('bench');
    const [postgres, simulator] = await Promise.all([startPostgres(folder.path), startSimulator('open')]);
    const client = new pg.Client({ connectionString: postgres.url });
    const subjects = await startSubjects(postgres.url, simulator.url);
    try {
      await client.connect();
      const callers = await makeTokens(client, Number(values.tokens), folder.path);
      await noteWrites(client);
      await (await visit(subjects[0].server.url)).call(lookupWarranty, { body: device });
      await measure(subjects, callers, Number(values.seconds));
      const { mostInAMinute } = await readWrites(client);
      for (const { server } of subjects) await server.stop();
      return verdict(subjects, { ...(await readWrites(client)), mostInAMinute });
    } finally {
      for (const { server } of subjects) await server.stop();
      await client.end();
      await simulator.stop();
      await postgres.stop();
      await folder.remove();
    }
  },
};

function verdict(
  [injected, byToken]: [Subject, Subject],
  { writes, mostInAMinute, counted }: Writes,
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
      most_writes_per_token_and_minute: mostInAMinute,
    },
    passed: ratio >= bar && mostInAMinute <= 1 && uncounted === 0,
  };
}
