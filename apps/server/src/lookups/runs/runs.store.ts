import { sql } from 'kysely';
import type { Db, PoolClient, Tx } from '../../platform/db/database.ts';
import { ago, now } from '../../platform/db/expressions.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { FileSize, LookupOptions, NewRun, NewSerialSet, OwnedRun, Pause, StoredFile } from './run.ts';
import {
  columns,
  liveStatuses,
  ownedColumns,
  readsIn,
  type StoredRun,
  type StoredStatus,
} from './stored-runs.store.ts';

/** The full minute that is closest to this many seconds from now. */
const minuteIn = (seconds: number) =>
  sql<Date>`date_trunc('minute', clock_timestamp() + (${seconds} + 30) * interval '1 second')`;

/** An upload that is not renewed by then counts as interrupted, and the file may be sent again. */
const uploadExpiry = `now() + interval '10 seconds'`;
const uploadExpiresAt = sql.raw<Date>(uploadExpiry);
/** The run is still loading, and its owner exists and is not suspended. */
const isUploading = `status = 'loading'
  and exists (select from users where users.id = bulk_runs.owner
                and forgotten_at is null and suspended_at is null)`;

const updateUpload = (from: Db | Tx, key: string, uploadId: string) =>
  from.updateTable('bulk_runs').where('key', '=', key).where('upload_id', '=', uploadId);

/** Whether the run was still as the query expects it. */
async function isUpdated(query: { executeTakeFirst(): Promise<{ numUpdatedRows: bigint }> }) {
  return (await query.executeTakeFirst()).numUpdatedRows === 1n;
}

const renew = (from: Db | Tx, key: string, uploadId: string, size: FileSize | null): Promise<boolean> =>
  isUpdated(
    updateUpload(from, key, uploadId)
      .set({ upload_expires_at: uploadExpiresAt })
      .set(size ? { arrived_rows: size.rows, arrived_bytes: String(size.bytes) } : {})
      .where(sql.raw<boolean>(isUploading)),
  );

/** The part of the store that is about files that are still arriving. */
function uploadsIn<Options>(db: Db) {
  return {
    /** Undefined if the run accepts no file now, or another upload is running. Rows of an earlier one may be left. */
    beginUpload: (key: string, uploadId: string) =>
      db
        .updateTable('bulk_runs')
        .set({ status: 'loading', upload_id: uploadId, upload_expires_at: uploadExpiresAt })
        .where('key', '=', key)
        .where('status', 'in', ['created', 'loading'])
        .where((eb) => eb.or([eb('upload_id', 'is', null), eb('upload_expires_at', '<', now)]))
        .returning([...columns, 'arrived_rows as arrivedRows'])
        .$castTo<StoredRun<Options> & { arrivedRows: number }>()
        .executeTakeFirst(),

    /** Returns false if the upload no longer belongs to the run. */
    renewUpload: (key: string, uploadId: string): Promise<boolean> => renew(db, key, uploadId, null),

    /**
     * Counts rows before they are written, with the owner locked. Returns false if the upload no longer belongs to the run.
     */
    countArrived: (tx: Tx, key: string, uploadId: string, size: FileSize): Promise<boolean> =>
      renew(tx, key, uploadId, size),

    /**
     * Fails the owner's last created run that is being uploaded, if it was created after this one. Its rows no longer count
     * and must be deleted.
     */
    displaceUpload(tx: Tx, { owner, key }: OwnedRun, problem: string) {
      const last = tx
        .selectFrom('bulk_runs')
        .select('key')
        .where('owner', '=', owner)
        .where('key', '>', key)
        .where('status', '=', 'loading')
        .where('arrived_rows', '>', 0)
        .orderBy('key', 'desc')
        .limit(1);
      return tx
        .updateTable('bulk_runs')
        .set({ status: 'error', problem, finished_at: now, arrived_rows: 0, arrived_bytes: '0' })
        .where('key', 'in', last)
        .where('status', '=', 'loading')
        .returning(['key', 'day'])
        .executeTakeFirst();
    },

    /** For a run whose rows were deleted. */
    async resetArrived(key: string): Promise<void> {
      await db
        .updateTable('bulk_runs')
        .set({ arrived_rows: 0, arrived_bytes: '0' })
        .where('key', '=', key)
        .execute();
    },

    /** Locks the run until the transaction ends, so that canceling or deleting it happens before or after. */
    async holdUpload(client: PoolClient, key: string, uploadId: string): Promise<boolean> {
      const { rowCount } = await client.query(
        `update bulk_runs set upload_expires_at = ${uploadExpiry}
          where key = $1 and upload_id = $2 and ${isUploading}`,
        [key, uploadId],
      );
      return rowCount === 1;
    },

    /** Returns false if the upload no longer belongs to the run, so it must not end the run. */
    failUpload: (key: string, uploadId: string, problem: string): Promise<boolean> =>
      isUpdated(
        updateUpload(db, key, uploadId)
          .set({ status: 'error', problem, finished_at: now })
          .where('status', '=', 'loading'),
      ),

    /** Allows the file to be sent again if the run still needs one. */
    async endUpload(key: string, uploadId: string): Promise<void> {
      await updateUpload(db, key, uploadId).set({ upload_id: null, upload_expires_at: null }).execute();
    },
  };
}

function setStatus(from: Db | Tx, to: StoredStatus, problem: string | null = null) {
  const isOver = ['completed', 'cancelled', 'error'].includes(to);
  const isStarting = to === 'processing';
  return from
    .updateTable('bulk_runs')
    .set({ status: to, problem, continues_at: null, finished_at: isOver ? now : null })
    .set({ processing_since: isStarting ? sql<Date>`clock_timestamp()` : null })
    .$if(isStarting, (query) => query.set({ started_at: sql<Date>`coalesce(started_at, now())` }));
}

export type RunsStore<Options extends LookupOptions, Source> = ReturnType<
  typeof createRunsStore<Options, Source>
>;

/** What the engine does with runs, whatever their options are. */
export type EngineRuns = RunsStore<LookupOptions, unknown>;

/** The store of the runs of one customer, whose options and description of a file are stored as JSON. */
export function createRunsStore<Options extends LookupOptions, Source>(db: Db) {
  type Run = StoredRun<Options>;

  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work),

    /** Until the transaction ends, no other run of this owner can be created or get its rows. */
    async lockOwner(tx: Tx, owner: OwnerId): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`bulk:${owner}`}, 0))`.execute(tx);
    },

    ...readsIn<Options, Source>(db),
    ...uploadsIn<Options>(db),

    /** Undefined if the owner already has a run with that id. */
    insert: (tx: Tx, { owner, clientKey, id, hash, options, createdBy }: NewRun) =>
      tx
        .insertInto('bulk_runs')
        .values({ owner, client_key: clientKey, id, request_hash: hash, options, created_by: createdBy })
        .onConflict((conflict) => conflict.columns(['owner', 'id']).doNothing())
        .returning(columns)
        .$castTo<Run>()
        .executeTakeFirst(),

    /** The caller has made sure that the owner has no run with that id. */
    insertSet: (tx: Tx, { owner, clientKey, id, options, total }: NewSerialSet): Promise<OwnedRun> =>
      tx
        .insertInto('bulk_runs')
        .values({
          ...{ owner, client_key: clientKey, id, options, total_rows: total, request_hash: Buffer.alloc(0) },
          ...{ format: 'scan', status: 'processing', started_at: now, processing_since: now },
        })
        .returning(ownedColumns)
        .executeTakeFirstOrThrow(),

    /** Changes the status only from one of `from`; undefined if the run has another status by now. */
    change: (
      key: string,
      from: readonly StoredStatus[],
      to: StoredStatus,
      { tx = db, problem }: { tx?: Db | Tx | undefined; problem?: string } = {},
    ) =>
      setStatus(tx, to, problem)
        .where('key', '=', key)
        .where('status', 'in', from)
        .returning(columns)
        .$castTo<Run>()
        .executeTakeFirst(),

    /** Adds vendors to a run that is over. */
    async addVendors(tx: Tx, { key, options }: Run, vendors: readonly string[]): Promise<Run> {
      const all = JSON.stringify({ ...options, vendors: [...new Set([...options.vendors, ...vendors])] });
      return tx
        .updateTable('bulk_runs')
        .set({ options: all })
        .where('key', '=', key)
        .returning(columns)
        .$castTo<Run>()
        .executeTakeFirstOrThrow();
    },

    /** Rows of these vendors are looked up from now on. They no longer count as not processed. */
    async countProcessed(tx: Tx, run: Run, vendors: readonly string[], rows: number): Promise<void> {
      const stats = run.manufacturerStats;
      const left = Object.entries(run.unprocessed).filter(([vendor]) => !vendors.includes(vendor));
      await tx
        .updateTable('bulk_runs')
        .set({
          not_processed: run.notProcessed - rows,
          unprocessed: JSON.stringify(Object.fromEntries(left)),
          manufacturer_stats:
            stats && JSON.stringify({ ...stats, nonDellFiltered: stats.nonDellFiltered - rows }),
        })
        .where('key', '=', run.key)
        .execute();
    },

    /**
     * Until the user resumes the run, or `forSeconds` have passed, to the minute. Returns false if the run is not processing, or resumed
     * after this moment: the problem may be solved by then.
     */
    pause: (tx: Tx, { key, learnedAt, problem, forSeconds }: Pause): Promise<boolean> =>
      isUpdated(
        tx
          .updateTable('bulk_runs')
          .set({ status: 'paused', problem, continues_at: forSeconds === null ? null : minuteIn(forSeconds) })
          .where('key', '=', key)
          .where('status', '=', 'processing')
          .where(sql<boolean>`coalesce(processing_since, '-infinity') < ${learnedAt}::timestamptz`),
      ),

    /** Returns false if the upload no longer belongs to the run. */
    keepFile: (tx: Tx, { key, uploadId, file, source, bytes }: StoredFile): Promise<boolean> =>
      isUpdated(
        updateUpload(tx, key, uploadId)
          .set({
            source,
            ...{ total_rows: file.totalRows, arrived_rows: file.totalRows },
            arrived_bytes: String(bytes),
            ...{ skipped: file.skipped, not_processed: file.notProcessed },
            unprocessed: JSON.stringify(file.unprocessed),
            manufacturer_stats: JSON.stringify(file.manufacturerStats),
            notices: JSON.stringify(file.notices),
            notices_count: file.noticesCount,
            format: file.format,
          })
          .where('status', '=', 'loading'),
      ),

    async showProgress(tx: Tx, key: string, isShown: boolean): Promise<void> {
      await tx.updateTable('bulk_runs').set({ progress_hidden: !isShown }).where('key', '=', key).execute();
    },

    async remove(tx: Tx, key: string): Promise<void> {
      await tx.deleteFrom('bulk_runs').where('key', '=', key).execute();
    },

    /** Continues paused runs that continue by themselves now. */
    async continueDue(tx: Tx, limit: number): Promise<OwnedRun[]> {
      const due = tx
        .selectFrom('bulk_runs')
        .select('key')
        .where('status', '=', 'paused')
        .where('continues_at', '<=', now)
        .orderBy('key')
        .limit(limit)
        .forUpdate()
        .skipLocked();
      return setStatus(tx, 'processing').where('key', 'in', due).returning(ownedColumns).execute();
    },

    /** Fails runs whose file never arrived completely. */
    async expireUnsent(olderThanHours: number, limit: number) {
      const unsent = db
        .selectFrom('bulk_runs')
        .select('key')
        .where('status', 'in', ['created', 'loading'])
        .where('created_at', '<', ago(olderThanHours, 'hour'))
        .limit(limit);
      return db
        .updateTable('bulk_runs')
        .set({ status: 'error', finished_at: now, problem: 'The file never arrived.' })
        .where('key', 'in', unsent)
        .where('status', 'in', ['created', 'loading'])
        .returning(['key', 'day'])
        .execute();
    },

    /** Ensures that nothing more is written to this owner's runs. */
    async cancelOwned(owner: OwnerId): Promise<void> {
      await db
        .updateTable('bulk_runs')
        .set({ status: 'cancelled', finished_at: sql<Date>`coalesce(finished_at, now())` })
        .where('owner', '=', owner)
        .where('status', 'in', liveStatuses)
        .execute();
    },
  };
}
