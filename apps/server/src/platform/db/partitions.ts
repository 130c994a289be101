import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Tx } from './database.ts';
import { isPostponed } from './postponed.ts';
import { rawQuery } from './raw-query.ts';
import { retryOn } from './retry-on.ts';

export interface PartitionedTable {
  name: string;
  /** What one partition holds, in UTC. */
  period: 'day' | 'month';
}

/** An arbitrary constant. Creating a partition takes this lock. */
const partitionLock = 7_241_989_003;
const maxTries = 5;
const firstDelayMs = 200;

/** Another transaction holds a lock, or created the same partition. */
const worthRetrying = ['55P03', '40P01', '42P07', '23505'];

const dayForm = /^\d{4}-\d{2}-\d{2}$/;

/** The partition that holds this day. */
export function partitionOf(
  { name, period }: PartitionedTable,
  day: string,
): { name: string; from: string; to: string } {
  if (!dayForm.test(day)) throw new Error(`${day} is no day`);
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  if (period === 'day') {
    const next = dayOf(new Date(Date.UTC(year, month - 1, date + 1)));
    return { name: `${name}_${day.replaceAll('-', '')}`, from: day, to: next };
  }
  const startOf = (index: number) => new Date(Date.UTC(year, index)).toISOString();
  return {
    name: `${name}_${day.slice(0, 7).replace('-', '_')}`,
    from: startOf(month - 1),
    to: startOf(month),
  };
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The day in UTC, such as `2026-11-16`; also ahead, with a negative count. */
export const daysAgo = (count: number): string => dayOf(new Date(Date.now() - count * 24 * 3600 * 1000));

/** The first days of this month and the next ones. */
export function nextMonths(count: number): string[] {
  const now = new Date();
  return Array.from({ length: count + 1 }, (_, index) =>
    dayOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + index))),
  );
}

const boundOf = (word: string) =>
  sql`substring(pg_get_expr(relpartbound, pg_class.oid) from ${`${word} \\('([^']+)'\\)`})::timestamptz`;

const findCovering = rawQuery<{ name: string }, { table: string; from: string; to: string }>(
  { name: 'text' },
  ({ table, from, to }) => sql`
    select relname::text as name from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = ${table}::text::regclass
       and coalesce(${boundOf('FROM')}, '-infinity') <= ${from}::text::timestamptz
       and ${boundOf('TO')} >= ${to}::text::timestamptz`,
);

interface OldPartition {
  name: string;
  state: 'attached' | 'detaching' | 'detached';
}

/** Also those that were detached and not dropped, because the process ended in between. */
const findBefore = rawQuery<OldPartition, { table: string; pattern: string; name: string }>(
  { name: 'text', state: 'text' },
  ({ table, pattern, name }) => sql`
    select relname::text as name,
           case when inhdetachpending then 'detaching' when relispartition then 'attached' else 'detached' end as state
      from pg_class left join pg_inherits on inhrelid = pg_class.oid
     where relkind = 'r' and relname ~ ${pattern} and relname < ${name}
       and relnamespace = (select relnamespace from pg_class where oid = ${table}::text::regclass)
     order by relname`,
);

/**
 * Creates and drops the partitions of a table without making others wait: neither takes a lock on the table that conflicts
 * with reads or writes, and both give up instead of letting others queue behind them.
 */
export function createPartitions(db: Db, table: PartitionedTable) {
  const parent = sql.table(table.name);

  const withShortLocks = (work: (tx: Tx) => Promise<void>) =>
    retryOn(
      worthRetrying,
      maxTries,
      () =>
        db.transaction().execute(async (tx) => {
          await sql`set local lock_timeout = '3s'`.execute(tx);
          await work(tx);
        }),
      pause,
    );

  async function isPrepared(from: Db | Tx, day: string): Promise<boolean> {
    return (await findCovering(from, { ...partitionOf(table, day), table: table.name })).length > 0;
  }

  /** Unlike `create table ... partition of`, attaching does not lock the table against reads and writes. */
  async function create(tx: Tx, day: string): Promise<void> {
    const { name, from, to } = partitionOf(table, day);
    const partition = sql.table(name);
    await sql`create table ${partition} (like ${parent} including all)`.execute(tx);
    await sql`alter table ${parent} attach partition ${partition}
              for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(tx);
  }

  /**
   * Waits for the transactions that use the table, but no other transaction waits behind it. If that takes too long, the next call goes on
   * from there.
   */
  async function detach({ name, state }: OldPartition): Promise<void> {
    if (state === 'detached') return;
    const how = state === 'detaching' ? sql`finalize` : sql`concurrently`;
    await sql`alter table ${parent} detach partition ${sql.table(name)} ${how}`.execute(db);
  }

  return {
    /** Creates the partition for this day, such as `2026-11-16`, if there is none. */
    async prepare(day: string): Promise<void> {
      if (await isPrepared(db, day)) return;
      await withShortLocks(async (tx) => {
        await sql`select pg_advisory_xact_lock(${partitionLock})`.execute(tx);
        if (!(await isPrepared(tx, day))) await create(tx, day);
      });
    },

    /** Drops the partitions before the one of this day. One that is in use for long is left for the next time. */
    async dropBefore(day: string): Promise<void> {
      const digits = table.period === 'day' ? '\\d{8}' : '\\d{4}_\\d{2}';
      const { name } = partitionOf(table, day);
      const old = await findBefore(db, { table: table.name, pattern: `^${table.name}_${digits}$`, name });
      try {
        for (const partition of old) {
          await detach(partition);
          await withShortLocks(async (tx) => {
            await sql`drop table if exists ${sql.table(partition.name)}`.execute(tx);
          });
        }
      } catch (error) {
        if (!isPostponed(error)) throw error;
      }
    },
  };
}

const pause = (tries: number) => delay(firstDelayMs * 2 ** tries * (0.5 + Math.random()));
