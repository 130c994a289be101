import { median, type Outcome, printTable } from '../measurement.ts';
import { type Installation, startInstallation } from './installation.ts';

const rows = 50_000;
const rounds = 3;
const batch = 1_000_000;

async function rowsPerSecond({ lookUpFile }: Installation): Promise<number[]> {
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) rates.push(rows / (await lookUpFile(rows)));
  return rates;
}

/** Copies of a finished job, as if that many had ended within the hour for which they are stored. */
async function addFinishedJobs({ query }: Installation, count: number): Promise<void> {
  const columns = await query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
     where table_schema = 'pgboss' and table_name = 'job' and is_generated = 'NEVER'`,
  );
  const names = columns.map(({ name }) => name);
  const values = names.map((name) => (name === 'id' ? 'gen_random_uuid()' : `finished.${name}`));
  for (let added = 0; added < count; added += batch)
    await query(
      `insert into pgboss.job (${names.join(', ')})
       select ${values.join(', ')} from
         (select * from pgboss.job where name = 'bulk.chunk' and state = 'completed' limit 1) finished,
         generate_series(1, ${Math.min(batch, count - added)})`,
    );
  await query('vacuum analyze pgboss.job');
}

/** Files looked up with an almost empty queue, and with millions of finished jobs in it. */
export async function measureFinishedJobs(jobs: number): Promise<Outcome> {
  const installation = await startInstallation();
  try {
    await installation.lookUpFile(rows);
    const before = await rowsPerSecond(installation);
    await addFinishedJobs(installation, jobs);
    const [queue] = await installation.query<{ count: string; bytes: string }>(
      `select (select count(*) from pgboss.job) as count, sum(pg_total_relation_size(relid)) as bytes
       from pg_partition_tree('pgboss.job')`,
    );
    const after = await rowsPerSecond(installation);
    printTable(
      ['finished jobs', 'rows/s', 'of each round'],
      [
        ['few', Math.round(median(before)), before.map(Math.round).join(' ')],
        [jobs, Math.round(median(after)), after.map(Math.round).join(' ')],
      ],
    );
    return {
      figures: {
        jobs: queue?.count ?? 0,
        megabytes: Math.round(Number(queue?.bytes ?? 0) / 1e6),
        before: Math.round(median(before)),
        after: Math.round(median(after)),
        ratio: (median(after) / median(before)).toFixed(2),
      },
      passed: true,
    };
  } finally {
    await installation.stop();
  }
}
