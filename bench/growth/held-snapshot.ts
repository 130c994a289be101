import pg from 'pg';
import { median, type Outcome, printTable } from '../measurement.ts';
import { type Installation, startInstallation } from './installation.ts';

const rows = 10_000;

async function deadRows({ query }: Installation): Promise<number> {
  const [found] = await query<{ dead: string }>(
    "select coalesce(sum(n_dead_tup), 0) as dead from pg_stat_all_tables where schemaname in ('public', 'pgboss')",
  );
  return Number(found?.dead ?? 0);
}

/** File after file, while another connection holds a snapshot, so that no dead row can be removed. */
export async function measureHeldSnapshot(minutes: number): Promise<Outcome> {
  const installation = await startInstallation();
  const holder = new pg.Client({ connectionString: installation.databaseUrl });
  try {
    await installation.lookUpFile(rows);
    await holder.connect();
    await holder.query('begin isolation level repeatable read');
    await holder.query('select count(*) from bulk_runs');
    const endsAt = performance.now() + minutes * 60_000;
    const rates: number[] = [];
    const table: (string | number)[][] = [];
    while (performance.now() < endsAt) {
      rates.push(rows / (await installation.lookUpFile(rows)));
      table.push([rates.length, Math.round(rates.at(-1) ?? 0), await deadRows(installation)]);
    }
    printTable(['file', 'rows/s', 'dead rows'], table);
    const some = Math.max(1, Math.floor(rates.length / 5));
    const [first, last] = [median(rates.slice(0, some)), median(rates.slice(-some))];
    return {
      figures: {
        minutes,
        files: rates.length,
        dead_rows: await deadRows(installation),
        first: Math.round(first),
        last: Math.round(last),
        ratio: (last / first).toFixed(2),
      },
      passed: true,
    };
  } finally {
    await holder.end();
    await installation.stop();
  }
}
