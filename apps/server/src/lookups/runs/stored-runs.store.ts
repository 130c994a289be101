import type { FileFormat, FileNotice, RunStatus } from '@warranty/contracts/bulk-lookup';
import type { ManufacturerStats } from '@warranty/contracts/field-mapping';
import { sql } from 'kysely';
import type { Db, Row, Tx } from '../../platform/db/database.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { RunOptions, RunSource, StoredRuns, Unprocessed } from './run.ts';

/** On the wire, `preparing` is `loading`: the file has arrived and its chunks are being created. */
export type StoredStatus = RunStatus | 'preparing';

const listedColumns = [
  'key',
  'owner',
  'client_key as clientKey',
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
  'started_at as startedAt',
  'finished_at as finishedAt',
  // When processing last started or resumed.
  'processing_since as processingSince',
  // The file has arrived and `source` describes it.
  sql<boolean>`source is not null`.as('hasSource'),
] as const;
export const columns = [...listedColumns, 'options'] as const;

interface Listed {
  status: StoredStatus;
  format: FileFormat;
  manufacturerStats: ManufacturerStats | null;
  notices: FileNotice[];
  unprocessed: Unprocessed;
}
export interface Stored extends Listed {
  options: RunOptions;
}
export type RunRow = Row<'bulk_runs', typeof columns, Stored>;
/** The fields that a list shows. */
export type ListedRun = Omit<RunRow, 'options'> & {
  options: Pick<RunOptions, 'fileName' | 'vendors' | 'keepWorkbook'>;
};

export const liveStatuses: StoredStatus[] = ['created', 'loading', 'preparing', 'processing', 'paused'];

const sumRuns = rawQuery<StoredRuns, { owner: OwnerId; except: string | null }>(
  { runs: 'int4', liveRuns: 'int4', rows: 'float8', loadedRows: 'float8', bytes: 'float8' },
  ({ owner, except }) => sql`
    select count(*)::int as runs, (count(*) filter (where status = any(${liveStatuses})))::int as "liveRuns",
           coalesce(sum(greatest(total_rows, arrived_rows)), 0)::float8 as rows,
           coalesce(sum(total_rows), 0)::float8 as "loadedRows", coalesce(sum(arrived_bytes), 0)::float8 as bytes
      from bulk_runs where owner = ${owner} and key is distinct from ${except}::bigint`,
);

export const selectRun = (from: Db | Tx) =>
  from.selectFrom('bulk_runs').select(columns).$narrowType<Stored>();

/** The part of the store of runs that only reads. */
export function readsIn(db: Db) {
  return {
    async find(owner: OwnerId, id: string): Promise<RunRow | null> {
      const run = await selectRun(db).where('owner', '=', owner).where('id', '=', id).executeTakeFirst();
      return run ?? null;
    },

    async findByKey(key: string): Promise<RunRow | null> {
      return (await selectRun(db).where('key', '=', key).executeTakeFirst()) ?? null;
    },

    /** Read separately, because headers can be large and few requests need them. */
    async source(key: string): Promise<RunSource | null> {
      const run = await db
        .selectFrom('bulk_runs')
        .select('source')
        .where('key', '=', key)
        .$narrowType<{ source: RunSource | null }>()
        .executeTakeFirst();
      return run?.source ?? null;
    },

    async requestHash(owner: OwnerId, id: string): Promise<Buffer | null> {
      const run = await db
        .selectFrom('bulk_runs')
        .select('request_hash')
        .where('owner', '=', owner)
        .where('id', '=', id)
        .executeTakeFirst();
      return run?.request_hash ?? null;
    },

    list: (owner: OwnerId): Promise<ListedRun[]> =>
      db
        .selectFrom('bulk_runs')
        .select(listedColumns)
        .select(
          sql<ListedRun['options']>`
            json_build_object('fileName', options->'fileName', 'vendors', options->'vendors',
                              'keepWorkbook', options->'keepWorkbook')`.as('options'),
        )
        .where('owner', '=', owner)
        .orderBy('created_at', 'desc')
        .limit(100)
        .$narrowType<Listed>()
        .execute(),

    async sumStored(
      owner: OwnerId,
      { except = null, from = db }: { except?: string | null; from?: Db | Tx } = {},
    ): Promise<StoredRuns> {
      const [sum] = await sumRuns(from, { owner, except });
      return sum ?? { runs: 0, liveRuns: 0, rows: 0, loadedRows: 0, bytes: 0 };
    },
  };
}
