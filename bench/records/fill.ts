import type pg from 'pg';

/** Records per former answer: 1.2 versions each. */
const recordsPerFormer = 5;
const atOnce = 250_000;
/** Serials are `B` and six hexadecimal digits. */
export const maxRecords = 16 ** 6;

/** An odd factor gives every number another one: the records are not in the order of their serials. */
const serialOf = (n: string) => `'B' || upper(lpad(to_hex((${n} * 9973517) % ${maxRecords}), 6, '0'))`;

/** As `serialOf` in SQL. */
export const serialAt = (n: number): string =>
  `B${Number((BigInt(n) * 9_973_517n) % BigInt(maxRecords))
    .toString(16)
    .padStart(6, '0')
    .toUpperCase()}`;

/**
 * Fills an empty database with records 1 to `count`, all fresh. The tables are unlogged and get their indexes at the end, to save
 * time. Lookups read them in the same way, but the indexes are denser than those that grew record by record.
 */
export async function fillRecords(clients: pg.Client[], count: number, answers: string[]): Promise<void> {
  const [client] = clients as [pg.Client];
  await client.query(`
    create unlogged table bench_answers (id int primary key, answer json not null);
    alter table warranty_history set unlogged;
    alter table warranty_records set unlogged;
    alter table warranty_records drop constraint warranty_records_pkey;
    alter table warranty_history drop constraint warranty_history_pkey;
    drop index warranty_records_checked_at, warranty_history_replaced_at`);
  await client.query(
    'insert into bench_answers select n - 1, answer::json from unnest($1::text[]) with ordinality as each (answer, n)',
    [answers],
  );
  const starts = Array.from({ length: Math.ceil(count / atOnce) }, (_, batch) => batch * atOnce + 1);
  const fill = async (worker: pg.Client): Promise<void> => {
    for (let first = starts.shift(); first !== undefined; first = starts.shift())
      await fillRange(worker, [first, Math.min(first + atOnce - 1, count), answers.length]);
  };
  await Promise.all(clients.map(fill));
  await client.query(`
    drop table bench_answers;
    set maintenance_work_mem = '512MB';
    alter table warranty_records add primary key (owner, vendor, serial, is_simulated);
    alter table warranty_history add primary key (owner, vendor, serial, is_simulated, changed_at);
    create index warranty_records_checked_at on warranty_records (checked_at);
    create index warranty_history_replaced_at on warranty_history (replaced_at)`);
  await client.query('vacuum analyze warranty_records, warranty_history');
}

async function fillRange(client: pg.Client, range: [first: number, last: number, answers: number]) {
  await client.query(
    `insert into warranty_records (owner, vendor, serial, answer, checked_at, changed_at)
     select '00000000-0000-4000-8000-000000000001', 'dell', ${serialOf('n')}, answer, now() - n % 72000 * interval '1 second', now() - interval '100 days'
       from generate_series($1::bigint, $2::bigint) as n join bench_answers on id = n % $3`,
    range,
  );
  await client.query(
    `insert into warranty_history (owner, vendor, serial, answer, changed_at, checked_at, replaced_at)
     select '00000000-0000-4000-8000-000000000001', 'dell', ${serialOf('n')}, answer, now() - interval '400 days', now() - interval '101 days',
            now() - interval '100 days' + n * interval '1 millisecond'
       from generate_series($1::bigint, $2::bigint) as n join bench_answers on id = n % $3
      where n % ${recordsPerFormer} = 0`,
    range,
  );
}

/** Per record, in bytes. */
export interface Sizes {
  table: number;
  indexes: number;
  historyTable: number;
  historyIndexes: number;
  answer: number;
}

export async function readSizes(client: pg.Client): Promise<Sizes> {
  const { rows } = await client.query<Sizes>(`
    select pg_table_size('warranty_records') / count as table,
           pg_indexes_size('warranty_records') / count as indexes,
           pg_table_size('warranty_history') / count as "historyTable",
           pg_indexes_size('warranty_history') / count as "historyIndexes",
           (select avg(length(answer::text))::float8 from (select answer from warranty_records limit 10000) as sample) as answer
      from (select count(*)::float8 from warranty_records) as all_records (count)`);
  return rows[0] as Sizes;
}
