import type { FileNotice, RunStatus } from '@warranty/contracts/bulk-lookup';
import type { ManufacturerStats } from '@warranty/contracts/field-mapping';
import type { OutcomeCounts } from '@warranty/contracts/row-outcome';
import { sql } from 'kysely';
import type { Db, PoolClient, Tx } from '../../platform/db/database.ts';
import type { RunOptions, RunSource } from './run.ts';

/** On the wire, `preparing` is `loading`: the file has arrived and its chunks are being created. */
export type StoredStatus = RunStatus | 'preparing';

export interface RunRow {
  key: string;
  owner: string;
  id: string;
  day: string;
  status: StoredStatus;
  options: RunOptions;
  /** The file has arrived and `source` describes it. */
  hasSource: boolean;
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
  /** When processing last started or resumed. */
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

/** Rows of finished chunks by outcome. */
export type DoneCounts = Partial<Record<keyof OutcomeCounts, number>>;

/** The fields that a list shows. */
export type ListedRun = Omit<RunRow, 'options'> & {
  options: Pick<RunOptions, 'fileName' | 'vendors'>;
};

const listedColumns = sql`key, owner, id, to_char(day, 'YYYY-MM-DD') as day, status, total_rows as "totalRows", skipped, not_processed as "notProcessed",
  manufacturer_stats as "manufacturerStats", notices, notices_count as "noticesCount", problem,
  progress_hidden as "progressHidden", created_at as "createdAt", started_at as "startedAt", processing_since as "processingSince",
  finished_at as "finishedAt", source is not null as "hasSource"`;
const columns = sql`${listedColumns}, options`;
const liveStatuses = sql`('created', 'loading', 'preparing', 'processing', 'paused')`;

/** An upload that is not renewed by then counts as interrupted, and the file may be sent again. */
const uploadExpiry = `now() + interval '10 seconds'`;
const uploadExpiresAt = sql.raw(uploadExpiry);
/** The run is still loading and its owner exists. */
const isUploading = `status = 'loading'
  and exists (select from users where users.id = bulk_runs.owner and forgotten_at is null)`;

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

    /** Read separately, because headers can be large and few requests need them. */
    async source(key: string): Promise<RunSource | null> {
      const { rows } = await sql<{ source: RunSource | null }>`
        select source from bulk_runs where key = ${key}`.execute(db);
      return rows[0]?.source ?? null;
    },

    async requestHash(owner: string, id: string): Promise<Buffer | null> {
      const { rows } = await sql<{ hash: Buffer }>`
        select request_hash as hash from bulk_runs where owner = ${owner} and id = ${id}`.execute(db);
      return rows[0]?.hash ?? null;
    },

    async list(owner: string): Promise<ListedRun[]> {
      const { rows } = await sql<ListedRun>`
        select ${listedColumns},
               json_build_object('fileName', options->'fileName', 'vendors', options->'vendors') as options
          from bulk_runs where owner = ${owner} order by created_at desc limit 100`.execute(db);
      return rows;
    },

    /** Until the transaction ends, no other run of this owner can be created or get its rows. */
    async lockOwner(tx: Tx, owner: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`bulk:${owner}`}, 0))`.execute(tx);
    },

    async countLive(tx: Tx, owner: string): Promise<number> {
      const { rows } = await sql<{ live: number }>`
        select count(*)::int as live from bulk_runs where owner = ${owner} and status in ${liveStatuses}`.execute(
        tx,
      );
      return rows[0]?.live ?? 0;
    },

    /** Rows of the owner's other runs, including rows being uploaded to earlier runs. */
    async countOtherRows({ owner, key }: Pick<RunRow, 'owner' | 'key'>, from: Db | Tx = db): Promise<number> {
      const { rows } = await sql<{ rows: number }>`
        select coalesce(sum(total_rows + case when status = 'loading' and key < ${key} then arrived_rows else 0 end), 0)::int
                 as rows
          from bulk_runs where owner = ${owner} and key <> ${key}`.execute(from);
      return rows[0]?.rows ?? 0;
    },

    /** Null if the run accepts no file now, or another upload is running. */
    beginUpload: (key: string, uploadId: string) =>
      one(sql<RunRow>`
        update bulk_runs
           set status = 'loading', upload_id = ${uploadId}, upload_expires_at = ${uploadExpiresAt}, arrived_rows = 0
         where key = ${key} and status in ('created', 'loading')
           and (upload_id is null or upload_expires_at < now()) returning ${columns}`),

    /** Returns false if the upload no longer belongs to the run. */
    async renewUpload(key: string, uploadId: string): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update bulk_runs set upload_expires_at = ${uploadExpiresAt}
         where key = ${key} and upload_id = ${uploadId} and ${sql.raw(isUploading)}`.execute(db);
      return numAffectedRows === 1n;
    },

    /** Locks the run until the transaction ends, so that canceling or deleting it happens before or after. */
    async holdUpload(
      client: PoolClient,
      { key, uploadId, arrivedRows }: { key: string; uploadId: string; arrivedRows: number },
    ): Promise<boolean> {
      const { rowCount } = await client.query(
        `update bulk_runs set arrived_rows = $3, upload_expires_at = ${uploadExpiry}
          where key = $1 and upload_id = $2 and ${isUploading}`,
        [key, uploadId, arrivedRows],
      );
      return rowCount === 1;
    },

    /** Returns false if the upload no longer belongs to the run, so it must not end the run. */
    async failUpload(key: string, uploadId: string, problem: string): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update bulk_runs set status = 'error', problem = ${problem}, finished_at = now()
         where key = ${key} and upload_id = ${uploadId} and status = 'loading'`.execute(db);
      return numAffectedRows === 1n;
    },

    /** Allows the file to be sent again if the run still needs one. */
    async endUpload(key: string, uploadId: string): Promise<void> {
      await sql`update bulk_runs set upload_id = null, upload_expires_at = null
                 where key = ${key} and upload_id = ${uploadId}`.execute(db);
    },

    /** Null if the owner already has a run with that id. */
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

    /** Changes the status only from one of `from`; null if the run has another status by now. */
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

    /** Returns false if the run is not processing, or resumed after this moment: the problem may be solved by then. */
    async pause(tx: Tx, key: string, learnedAt: string, problem: string): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update bulk_runs set status = 'paused', problem = ${problem}
         where key = ${key} and status = 'processing'
           and coalesce(processing_since, '-infinity') < ${learnedAt}::timestamptz`.execute(tx);
      return numAffectedRows === 1n;
    },

    /** Returns false if the upload no longer belongs to the run. */
    async keepFile(tx: Tx, key: string, uploadId: string, file: LoadedFile): Promise<boolean> {
      const { numAffectedRows } = await sql`update bulk_runs
                   set source = ${JSON.stringify(file.source)}, total_rows = ${file.totalRows},
                       skipped = ${file.skipped}, not_processed = ${file.notProcessed},
                       manufacturer_stats = ${JSON.stringify(file.manufacturerStats)},
                       notices = ${JSON.stringify(file.notices)}, notices_count = ${file.noticesCount}
                 where key = ${key} and upload_id = ${uploadId} and status = 'loading'`.execute(tx);
      return numAffectedRows === 1n;
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

    /** Fails runs whose file never arrived completely. */
    async expireUnsent(olderThanHours: number): Promise<{ key: string; day: string }[]> {
      const { rows } = await sql<{ key: string; day: string }>`
        update bulk_runs set status = 'error', finished_at = now(), problem = 'The file never arrived.'
         where status in ('created', 'loading')
           and created_at < now() - ${olderThanHours} * interval '1 hour'
        returning key, to_char(day, 'YYYY-MM-DD') as day`.execute(db);
      return rows;
    },

    /** Ensures that nothing more is written to this owner's runs. */
    async cancelOwned(owner: string): Promise<void> {
      await sql`update bulk_runs set status = 'cancelled', finished_at = coalesce(finished_at, now())
                 where owner = ${owner} and status in ${liveStatuses}`.execute(db);
    },

    /** Runs past their retention. */
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
