import type { FileNotice, RunStatus } from '@warranty/contracts/bulk-lookup';
import type { ManufacturerStats } from '@warranty/contracts/field-mapping';
import type { OutcomeCounts } from '@warranty/contracts/row-outcome';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { RunOptions, RunSource } from './run.ts';

/** On the wire `preparing` is `loading`: the file is here, and what to ask is being worked out. */
export type StoredStatus = RunStatus | 'preparing';

export interface RunRow {
  key: string;
  owner: string;
  id: string;
  day: string;
  status: StoredStatus;
  options: RunOptions;
  source: RunSource | null;
  totalRows: number;
  skipped: number;
  notProcessed: number;
  manufacturerStats: ManufacturerStats | null;
  notices: FileNotice[];
  noticesCount: number;
  problem: string | null;
  progressHidden: boolean;
  createdAt: Date;
  startedAt: Date | null;
  /** When it last began or went on. */
  processingSince: Date | null;
  finishedAt: Date | null;
}

export interface LoadedFile {
  source: RunSource;
  totalRows: number;
  skipped: number;
  notProcessed: number;
  manufacturerStats: ManufacturerStats;
  notices: FileNotice[];
  noticesCount: number;
}

/** Rows by outcome, of the chunks that are done. */
export type DoneCounts = Partial<Record<keyof OutcomeCounts, number>>;

const columns = sql`key, owner, id, to_char(day, 'YYYY-MM-DD') as day, status, options, source,
  total_rows as "totalRows", skipped, not_processed as "notProcessed",
  manufacturer_stats as "manufacturerStats", notices, notices_count as "noticesCount", problem,
  progress_hidden as "progressHidden", created_at as "createdAt", started_at as "startedAt", processing_since as "processingSince",
  finished_at as "finishedAt"`;
const liveStatuses = sql`('created', 'loading', 'preparing', 'processing', 'paused')`;

export type RunsStore = ReturnType<typeof createRunsStore>;

export function createRunsStore(db: Db) {
  const one = async (query: ReturnType<typeof sql<RunRow>>, from: Db | Tx = db) =>
    (await query.execute(from)).rows[0] ?? null;
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work),

    find: (owner: string, id: string) =>
      one(sql<RunRow>`select ${columns} from bulk_runs where owner = ${owner} and id = ${id}`),

    findByKey: (key: string, from: Db | Tx = db) =>
      one(sql<RunRow>`select ${columns} from bulk_runs where key = ${key}`, from),

    async requestHash(owner: string, id: string): Promise<Buffer | null> {
      const { rows } = await sql<{ hash: Buffer }>`
        select request_hash as hash from bulk_runs where owner = ${owner} and id = ${id}`.execute(db);
      return rows[0]?.hash ?? null;
    },

    async list(owner: string): Promise<RunRow[]> {
      return (
        await sql<RunRow>`select ${columns} from bulk_runs where owner = ${owner}
                           order by created_at desc limit 100`.execute(db)
      ).rows;
    },

    /** Runs that are not over, and the rows of all of them; held against each other until the transaction ends. */
    async usage(tx: Tx, owner: string): Promise<{ live: number; rows: number }> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`bulk:${owner}`}, 0))`.execute(tx);
      const { rows } = await sql<{ live: number; rows: number }>`
        select count(*) filter (where status in ${liveStatuses})::int as live,
               coalesce(sum(total_rows), 0)::int as rows
          from bulk_runs where owner = ${owner}`.execute(tx);
      return rows[0] ?? { live: 0, rows: 0 };
    },

    /** Null where the owner has a run of that id. */
    async insert(
      tx: Tx,
      owner: string,
      id: string,
      hash: Buffer,
      options: RunOptions,
    ): Promise<RunRow | null> {
      return one(
        sql<RunRow>`insert into bulk_runs (owner, id, request_hash, options)
                    values (${owner}, ${id}, ${hash}, ${JSON.stringify(options)})
                    on conflict (owner, id) do nothing returning ${columns}`,
        tx,
      );
    },

    /** Only from one of these; null where the run is in another state by now. */
    async change(
      key: string,
      from: readonly StoredStatus[],
      to: StoredStatus,
      { tx = db, problem = null }: { tx?: Db | Tx; problem?: string | null } = {},
    ): Promise<RunRow | null> {
      const over = ['completed', 'cancelled', 'error'].includes(to);
      return one(
        sql<RunRow>`update bulk_runs
                       set status = ${to}, problem = ${problem},
                           started_at = case when ${to} = 'processing' then coalesce(started_at, now()) else started_at end,
                           processing_since = case when ${to} = 'processing' then clock_timestamp() end,
                           finished_at = case when ${over} then now() end
                     where key = ${key} and status = any(${from}) returning ${columns}`,
        tx,
      );
    },

    /** False where the run is not being processed, or went on after this moment: then the problem may be solved. */
    async pause(tx: Tx, key: string, learnedAt: string, problem: string): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update bulk_runs set status = 'paused', problem = ${problem}
         where key = ${key} and status = 'processing'
           and coalesce(processing_since, '-infinity') < ${learnedAt}::timestamptz`.execute(tx);
      return numAffectedRows === 1n;
    },

    async keepFile(tx: Tx, key: string, file: LoadedFile): Promise<void> {
      await sql`update bulk_runs
                   set source = ${JSON.stringify(file.source)}, total_rows = ${file.totalRows},
                       skipped = ${file.skipped}, not_processed = ${file.notProcessed},
                       manufacturer_stats = ${JSON.stringify(file.manufacturerStats)},
                       notices = ${JSON.stringify(file.notices)}, notices_count = ${file.noticesCount}
                 where key = ${key}`.execute(tx);
    },

    async hideProgress(key: string): Promise<void> {
      await sql`update bulk_runs set progress_hidden = true where key = ${key}`.execute(db);
    },

    async showProgress(tx: Tx | Db, key: string): Promise<void> {
      await sql`update bulk_runs set progress_hidden = false where key = ${key}`.execute(tx);
    },

    async remove(tx: Tx, key: string): Promise<void> {
      await sql`delete from bulk_runs where key = ${key}`.execute(tx);
    },

    async listProcessing(): Promise<RunRow[]> {
      return (await sql<RunRow>`select ${columns} from bulk_runs where status = 'processing'`.execute(db))
        .rows;
    },

    /** Uploads that broke off, with nobody to send them again. */
    async expireUnsent(olderThanHours: number): Promise<void> {
      await sql`update bulk_runs set status = 'error', finished_at = now(), problem = 'The file never arrived.'
                 where status in ('created', 'loading')
                   and created_at < now() - ${olderThanHours} * interval '1 hour'`.execute(db);
    },

    /** Keys of runs whose days are over. */
    async listExpired(days: number): Promise<{ key: string; day: string }[]> {
      const { rows } = await sql<{ key: string; day: string }>`
        select key, to_char(day, 'YYYY-MM-DD') as day from bulk_runs
         where created_at < now() - ${days} * interval '1 day' limit 1000`.execute(db);
      return rows;
    },

    async listOwned(owner: string): Promise<{ key: string; day: string }[]> {
      const { rows } = await sql<{ key: string; day: string }>`
        select key, to_char(day, 'YYYY-MM-DD') as day from bulk_runs where owner = ${owner}`.execute(db);
      return rows;
    },
  };
}
