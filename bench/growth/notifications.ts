import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { makeFolder } from '../../harness/folder.ts';
import { startPostgres } from '../../harness/processes.ts';
import { median, type Outcome, printTable } from '../measurement.ts';

const committers = 64;
const rounds = 5;
const seconds = 5;

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Commits per second of all clients together, each of them an insert, with or without a notification. */
async function commitsPerSecond(clients: pg.Client[], notify: boolean): Promise<number> {
  const stopping = new AbortController();
  let commits = 0;
  const announced =
    "with added as (insert into work (payload) values ('{}') returning id) select pg_notify('work', id::text) from added";
  const statement = notify ? announced : "insert into work (payload) values ('{}')";
  const working = clients.map(async (client) => {
    while (!stopping.signal.aborted) {
      await client.query(statement);
      commits += 1;
    }
  });
  const startedAt = performance.now();
  await delay(seconds * 1000);
  const rate = (commits * 1000) / (performance.now() - startedAt);
  stopping.abort();
  await Promise.all(working);
  return rate;
}

/** NOTIFY holds a lock of the whole server while it commits; this is what that costs with many writers. */
export async function measureNotifications(): Promise<Outcome> {
  const folder = await makeFolder('growth');
  const postgres = await startPostgres(folder.path);
  const clients = await Promise.all(Array.from({ length: committers }, () => connect(postgres.url)));
  const listener = await connect(postgres.url);
  try {
    await listener.query('create table work (id bigint generated always as identity, payload jsonb)');
    await listener.query('listen work');
    const rates = { silent: [] as number[], notifying: [] as number[] };
    await commitsPerSecond(clients, true);
    for (let round = 0; round < rounds; round += 1) {
      rates.silent.push(await commitsPerSecond(clients, false));
      rates.notifying.push(await commitsPerSecond(clients, true));
    }
    printTable(
      [`${committers} committers`, 'commits/s', 'of each round'],
      Object.entries(rates).map(([name, each]) => [
        name,
        Math.round(median(each)),
        each.map(Math.round).join(' '),
      ]),
    );
    const [silent, notifying] = [median(rates.silent), median(rates.notifying)];
    return {
      figures: {
        silent: Math.round(silent),
        notifying: Math.round(notifying),
        ratio: (notifying / silent).toFixed(2),
      },
      passed: true,
    };
  } finally {
    for (const client of [...clients, listener]) await client.end();
    await postgres.stop();
    await folder.remove();
  }
}
