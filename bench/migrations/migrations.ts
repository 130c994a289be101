import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { makeFolder } from '../../harness/folder.ts';
import { root, startPostgres } from '../../harness/processes.ts';
import { type Measurement, printTable } from '../measurement.ts';
import { fill } from './fill.ts';
import { startStatements } from './statements.ts';

const folder = join(root, 'apps/server/migrations');
const maxMs = 3000;
/** Statements go on before the first migration and after the last, and between two of them. */
const pauseMs = 2000;

/** As the server applies it, which tries again later if it cannot lock a table in three seconds. */
async function apply(client: pg.Client, file: string): Promise<number> {
  const sql = await readFile(join(folder, file), 'utf8');
  const startedAt = performance.now();
  await client.query(`begin; set local lock_timeout = '3s'; ${sql}\n; commit`);
  return performance.now() - startedAt;
}

async function measure(client: pg.Client, url: string, users: number, perSecond: number) {
  const [first = '', ...later] = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  await apply(client, first);
  await fill(client, users);
  const statements = startStatements(url, users, perSecond);
  await delay(pauseMs);
  const rows = [['before', 0, statements.longest()] as [string, number, number]];
  for (const file of later) {
    const took = await apply(client, file);
    await delay(pauseMs);
    rows.push([file, took, statements.longest()]);
  }
  return { rows, ...(await statements.stop()) };
}

export const migrations: Measurement = {
  name: 'migrations',
  summary: 'applies each migration while statements run [--users 1000000] [--per-second 400]',
  async run(args) {
    const options = {
      users: { type: 'string', default: '1000000' },
      'per-second': { type: 'string', default: '400' },
    } as const;
    const { values } = parseArgs({ args, options });
    const home = await makeFolder('migrations');
    const postgres = await startPostgres(home.path, { fast: true });
    const client = new pg.Client({ connectionString: postgres.url });
    try {
      await client.connect();
      const { rows, sent, errors } = await measure(
        client,
        postgres.url,
        Number(values.users),
        Number(values['per-second']),
      );
      printTable(
        ['migration', 'ms', 'longest statement, ms'],
        rows.map(([file, took, longest]) => [file, took.toFixed(0), longest.toFixed(0)]),
      );
      const slowest = Math.max(...rows.map(([, took]) => took));
      if (errors.length > 0) console.log(`first error: ${errors[0]}`);
      return {
        figures: { slowest_ms: slowest.toFixed(0), statements: sent, failed: errors.length },
        passed: slowest < maxMs && errors.length === 0,
      };
    } finally {
      await client.end();
      await postgres.stop();
      await home.remove();
    }
  },
};
