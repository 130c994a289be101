import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { lookupWarranty } from '@warranty/contracts/warranty';
import type pg from 'pg';
import { root, type Server } from '../../harness/processes.ts';
import { createTestClient } from '../../harness/test-client.ts';
import { type Measurement, median, printTable } from '../measurement.ts';
import { openServers, type Parts, runLoad, startParts } from '../parts.ts';
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

const loadTokens = ({ url }: Server, callers: string, seconds: number) => {
  const { host, port } = new URL(url);
  const args = [port, host, lookupWarranty.path, JSON.stringify(device), callers, seconds];
  return runLoad('tokens/load.ts', args, seconds);
};

async function load(subject: Subject, callers: string, seconds: number): Promise<number> {
  const { answered, perSecond } = await loadTokens(subject.server, callers, seconds);
  subject.answered += answered;
  return perSecond;
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

/** Stores the tokens and returns the file with them. Also looks up the device once, so that it is cached. */
async function prepare(parts: Parts, client: pg.Client, count: number, { url }: Server): Promise<string> {
  const callers = await makeTokens(client, count, parts.folder);
  await (await createTestClient(url)).call(lookupWarranty, { body: device });
  return callers;
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
    const client = await parts.connect();
    const subject = async (name: string, env?: Record<string, string>): Promise<Subject> => {
      return { name, server: await parts.start(root, env), perSecond: [], answered: 0 };
    };
    const subjects: [Subject, Subject] = [await subject('injected', injected), await subject('tokens')];
    try {
      const callers = await prepare(parts, client, count, subjects[0].server);
      await recordWrites(client);
      await measure(subjects, callers, seconds);
      const { maxPerMinute } = await readWrites(client);
      for (const { server } of subjects) await server.stop();
      return verdict(subjects, { ...(await readWrites(client)), maxPerMinute });
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
      const client = await parts.connect();
      return openServers(tree, parts, {
        prepare: (server) => prepare(parts, client, count, server),
        warmUp: (server, callers) => loadTokens(server, callers, seconds / 4),
        load: (server, callers) => loadTokens(server, callers, seconds / 8),
      });
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
