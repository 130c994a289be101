import type { FileFormat, FileNotice, RunStatus } from '@warranty/contracts/bulk-lookup';
import type { ManufacturerStats } from '@warranty/contracts/field-mapping';
import { sql } from 'kysely';
import type { Db, Row, Tx } from '../../platform/db/database.ts';
import { ago, rowCount } from '../../platform/db/expressions.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { OwnedRun, RunRef, SerialSet, StoredRuns, Unprocessed } from './run.ts';

/** On the wire, `preparing` is `loading`: the file has arrived and its chunks are being created. */
export type StoredStatus = RunStatus | 'preparing';

export const ownedColumns = ['key', 'owner', 'client_key as clientKey'] as const;
const listedColumns = [
  ...ownedColumns,
  'id',
  'day',
  'status',
  'total_rows as totalRows',
  'skipped',
  'not_processed as notProcessed',
  'unprocessed',
  'manufacturer_stats as manufacturerStats',
  'notices',
  'notices_count as noticesCount',
  'format',
  'problem',
  // Set if a paused run continues by itself.
  'continues_at as continuesAt',
  'progress_hidden as progressHidden',
  'created_at as createdAt',
  'created_by as createdBy',
  'started_at as startedAt',
  'finished_at as finishedAt',
  // When processing last started or resumed.
  'processing_since as processingSince',
  // The file has arrived and `source` describes it.
  sql<boolean>`source is not null`.as('hasSource'),
] as const;
export const columns = [...listedColumns, 'options'] as const;

interface Narrowed {
  status: StoredStatus;
  format: FileFormat;
  manufacturerStats: ManufacturerStats | null;
  notices: FileNotice[];
  unprocessed: Unprocessed;
}

/** A run with its options, which only who created it understands. */
export type StoredRun<Options> = Row<'bulk_runs', typeof listedColumns, Narrowed> & { options: Options };

export const liveStatuses: StoredStatus[] = ['created', 'loading', 'preparing', 'processing', 'paused'];

const sumRuns = rawQuery<StoredRuns, { owner: OwnerId; except: string | null }>(
  { runs: 'int4', liveRuns: 'int4', rows: 'float8', loadedRows: 'float8', bytes: 'float8' },
  ({ owner, except }) => sql`
    select count(*)::int as runs, (count(*) filter (where status = any(${liveStatuses})))::int as "liveRuns",
           coalesce(sum(greatest(total_rows, arrived_rows)), 0)::float8 as rows,
           coalesce(sum(total_rows), 0)::float8 as "loadedRows", coalesce(sum(arrived_bytes), 0)::float8 as bytes
      from bulk_runs
     where owner = ${owner} and key is distinct from ${except}::bigint and format <> 'scan'`,
);

/** Runs without rows: their serials are stored elsewhere. */
function setsIn(db: Db) {
  return {
    findSet: (owner: OwnerId, id: string, from: Db | Tx = db) =>
      from
        .selectFrom('bulk_runs')
        .select(columns)
        .where('owner', '=', owner)
        .where('id', '=', id)
        .where('format', '=', 'scan')
        .$castTo<SerialSet>()
        .executeTakeFirst(),

    async countLiveSets(tx: Tx, owner: OwnerId): Promise<number> {
      const { count } = await tx
        .selectFrom('bulk_runs')
        .select(rowCount)
        .where('owner', '=', owner)
        .where('format', '=', 'scan')
        .where('status', 'in', liveStatuses)
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}

/** Runs of files, and sets. */
export function readsIn<Options, Source>(db: Db) {
  const selectRef = db.selectFrom('bulk_runs').select(['key', 'day']);
  const selectRun = () =>
    db.selectFrom('bulk_runs').select(columns).where('format', '<>', 'scan').$castTo<StoredRun<Options>>();

  return {
    ...setsIn(db),

    find: (owner: OwnerId, id: string) =>
      selectRun().where('owner', '=', owner).where('id', '=', id).executeTakeFirst(),

    findByKey: (key: string) => selectRun().where('key', '=', key).executeTakeFirst(),

    /** Read separately, because headers can be large and few requests need them. */
    async source(key: string): Promise<Source | null> {
      const run = await db
        .selectFrom('bulk_runs')
        .select('source')
        .where('key', '=', key)
        .$castTo<{ source: Source | null }>()
        .executeTakeFirst();
      return run?.source ?? null;
    },

    async requestHash(owner: OwnerId, id: string): Promise<Buffer | undefined> {
      const run = await db
        .selectFrom('bulk_runs')
        .select('request_hash')
        .where('owner', '=', owner)
        .where('id', '=', id)
        .executeTakeFirst();
      return run?.request_hash;
    },

    list: <Listed extends Partial<Options>>(owner: OwnerId) =>
      db
        .selectFrom('bulk_runs')
        .select(listedColumns)
        .select(
          sql<Listed>`
            json_build_object('fileName', options->'fileName', 'vendors', options->'vendors',
                              'keepWorkbook', options->'keepWorkbook')`.as('options'),
        )
        .where('owner', '=', owner)
        .where('format', '<>', 'scan')
        .orderBy('created_at', 'desc')
        .limit(100)
        .$castTo<StoredRun<Listed>>()
        .execute(),

    async sumStored(
      owner: OwnerId,
      { except = null, from = db }: { except?: string | null; from?: Db | Tx } = {},
    ): Promise<StoredRuns> {
      const [sum] = await sumRuns(from, { owner, except });
      return sum ?? { runs: 0, liveRuns: 0, rows: 0, loadedRows: 0, bytes: 0 };
    },

    /** In the order of their keys. The status is part of the text, because there is an index for it. */
    listProcessing: (after: string, limit: number): Promise<OwnedRun[]> =>
      db
        .selectFrom('bulk_runs')
        .select(ownedColumns)
        .where('status', '=', sql.lit('processing'))
        .where('key', '>', after)
        .orderBy('key')
        .limit(limit)
        .execute(),

    /** Runs past their retention. */
    listExpired: (days: number, limit: number): Promise<RunRef[]> =>
      selectRef.where('created_at', '<', ago(days, 'day')).limit(limit).execute(),

    listOwned: (owner: OwnerId): Promise<RunRef[]> => selectRef.where('owner', '=', owner).execute(),
  };
}
