import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { rawQuery } from '../db/raw-query.ts';

export interface ServerState {
  /** Such as 180001. */
  version: number;
  isReadOnly: boolean;
  /** When the database read its clock. */
  now: Date;
  isVacuuming: boolean;
  /** Age of the oldest open transaction, in seconds. */
  oldestTransaction: number;
}

const readState = rawQuery<ServerState, null>(
  {
    version: 'int4',
    isReadOnly: 'bool',
    now: 'timestamptz',
    isVacuuming: 'bool',
    oldestTransaction: 'float8',
  },
  () => sql`
    select current_setting('server_version_num')::int as version,
           current_setting('transaction_read_only') = 'on' as "isReadOnly",
           clock_timestamp() as now,
           current_setting('autovacuum') = 'on' as "isVacuuming",
           coalesce((select extract(epoch from max(now() - xact_start)) from pg_stat_activity
                      where pid <> pg_backend_pid()), 0)::float8 as "oldestTransaction"`,
);

export async function readServerState(db: Db): Promise<ServerState> {
  const [state] = await readState(db, null);
  if (!state) throw new Error('the database returned no state');
  return state;
}

const findTable = rawQuery<{ isThere: boolean }, { name: string }>(
  { isThere: 'bool' },
  ({ name }) => sql`select to_regclass(${name}) is not null as "isThere"`,
);

export const hasTable = async (db: Db, name: string): Promise<boolean> =>
  (await findTable(db, { name }))[0]?.isThere === true;

export interface DeadRows {
  name: string;
  dead: number;
  live: number;
}

/** The table with the most dead rows. */
export const findMostDeadRows = rawQuery<DeadRows, null>(
  { name: 'text', dead: 'float8', live: 'float8' },
  () => sql`
    select relid::regclass::text as name, n_dead_tup::float8 as dead, n_live_tup::float8 as live
      from pg_stat_user_tables order by n_dead_tup desc, relid limit 1`,
);

export interface QueueState {
  ready: number;
  /** Seconds for which the oldest of them could have run. */
  oldest: number;
  failed: number;
  /** Whether any process of the product is connected. */
  isRunning: boolean;
}

const readQueue = rawQuery<QueueState, null>(
  { ready: 'int4', oldest: 'float8', failed: 'int4', isRunning: 'bool' },
  () => sql`
    select count(*) filter (where is_ready)::int as ready,
           coalesce(extract(epoch from now() - min(greatest(created_on, start_after)) filter (where is_ready)), 0)::float8 as oldest,
           count(*) filter (where state = 'failed')::int as failed,
           exists (select from pg_stat_activity
                    where datname = current_database() and application_name in ('api', 'worker', 'jobs', 'jobs-worker')
                  ) as "isRunning"
      from (select *, state < 'active' and start_after <= now() and not blocked as is_ready from pgboss.job) job`,
);

/** Null if pg-boss has not created its tables. */
export async function readQueueState(db: Db): Promise<QueueState | null> {
  if (!(await hasTable(db, 'pgboss.job'))) return null;
  return (await readQueue(db, null))[0] ?? null;
}

export async function listAppliedMigrations(db: Db): Promise<{ name: string; checksum: string }[]> {
  if (!(await hasTable(db, 'schema_migrations'))) return [];
  return db.selectFrom('schema_migrations').select(['name', 'checksum']).orderBy('name').execute();
}
