import type { RetriedOutcome } from '@warranty/contracts/row-outcome';
import { type RawBuilder, sql } from 'kysely';
import { createBatcher } from '../../platform/batcher.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { type Columns, rawQuery } from '../../platform/db/raw-query.ts';
import { isLiveJob, liveJobs } from '../../platform/jobs/jobs.ts';
import type { BatchLookup } from '../answers/batch-lookup.ts';
import type { OwnedRun, Retried, RunRef } from '../runs/run.ts';
import type { VendorAccess } from '../vendors/vendor-access.ts';
import { type ChunkOutcome, chunkReadsIn, countIn, retryableAt } from './chunk-reads.store.ts';

interface ChunkRow {
  chunk: number;
  vendor: string;
  serials: string[];
  rows: number;
  rowsPerSerial: number[];
  /** It was done before and is retried for its failed serials. */
  isRetry: boolean;
}

/** A chunk with the data of its run. */
export interface ChunkTask extends ChunkRow {
  run: RunRef & OwnedRun;
  claimedAt: string;
  /** Its serials are the devices of a scan, which count as looked up one by one. */
  isSet: boolean;
}

interface ClaimedChunk extends Omit<ChunkTask, 'run'>, RunRef, OwnedRun {
  job: string;
}

export interface LaneHead {
  run: string;
  /** Null if the run has no open chunk. */
  chunk: number | null;
}

interface LanesOfRuns {
  runs: readonly string[];
  lanes: number;
}

/**
 * How a vendor's distinct serials are split into chunks: whose cached answers apply and how many serials fit in one call.
 */
export type VendorChunking = Pick<VendorAccess, 'vendor' | 'vendorId' | 'owner' | 'batchSize'>;

/** A job that wants to look up a chunk. */
interface Claim {
  run: string;
  chunk: number;
  job: string;
}

/** What a run is divided into. */
export interface Chunking extends Pick<BatchLookup, 'hasFreshRecord'> {
  rules: readonly VendorChunking[];
  /** Selects `vendor`, `serial`, `first_row` and `rows` of the distinct serials. */
  serials: RawBuilder<unknown>;
}

/** A device of a vendor. */
export interface VendorSerial {
  vendor: string;
  serial: string;
}

const lanesLock = (run: RawBuilder<unknown>) => sql`hashtextextended('bulk lanes ' || ${run}, 0)`;

const claimColumns: Columns<ClaimedChunk> = {
  job: 'uuid',
  key: 'int8',
  chunk: 'int4',
  vendor: 'text',
  serials: 'json',
  rows: 'int4',
  rowsPerSerial: 'json',
  isRetry: 'bool',
  owner: 'uuid',
  clientKey: 'text',
  day: 'text',
  claimedAt: 'text',
  isSet: 'bool',
};
const claimQuery = (isFree: RawBuilder<boolean>) =>
  rawQuery<ClaimedChunk, { claims: string }>(
    claimColumns,
    ({ claims }) => sql`
      update bulk_chunks as chunk set claimed_by = claim.job
        from bulk_runs as run, json_to_recordset(${claims}::json) as claim (run bigint, chunk int, job uuid)
       where run.key = claim.run and run.status = 'processing'
         and chunk.run = claim.run and chunk.chunk = claim.chunk and not is_done and ${isFree}
      returning claim.job, run.key, chunk.chunk, vendor, serials, rows, rows_each as "rowsPerSerial",
                counts is not null as "isRetry", owner, client_key as "clientKey", day::text, clock_timestamp()::text as "claimedAt",
                format = 'scan' as "isSet"`,
  );
const claimFreeChunks = claimQuery(sql<boolean>`(claimed_by is null or claimed_by = claim.job)`);
const claimAbandonedChunks = claimQuery(sql<boolean>`not ${isLiveJob('bulk.chunk', sql`claimed_by`)}`);

const findNextInLanes = rawQuery<
  Pick<ChunkRow, 'chunk'>,
  { run: string; places: readonly number[]; lanes: number }
>(
  { chunk: 'int4' },
  ({ run, places, lanes }) => sql`
    with held as materialized (select pg_advisory_xact_lock_shared(${lanesLock(sql`${run}::text`)}))
    select next.chunk
      from held, unnest(${places}::int[]) as place, lateral (
        select chunk from bulk_chunks
         where run = ${run} and not is_done and chunk > place and chunk % ${lanes} = place % ${lanes}
         order by chunk limit 1) as next`,
);

/** The first open chunk of each lane of these runs, and no chunk for a run that has none. */
const selectHeads = ({ runs, lanes }: LanesOfRuns) => sql`
  select given.run, head.chunk from unnest(${runs}::bigint[]) as given (run)
    left join (
      select run, min(chunk) as chunk from bulk_chunks
       where run = any(${runs}::bigint[]) and not is_done group by run, chunk % ${lanes}
    ) as head on head.run = given.run`;
const headColumns = { run: 'int8', chunk: 'int4 | null' } as const;
const findHeads = rawQuery<LaneHead, LanesOfRuns>(headColumns, selectHeads);
/** The chunks that a queued or running job is about. */
const queuedChunks = sql`(
  select (data->>'run')::bigint as run, (data->>'chunk')::int as chunk from ${liveJobs('bulk.chunk')} as job)`;
const findSleepingHeads = rawQuery<LaneHead, LanesOfRuns>(
  headColumns,
  (params) => sql`${selectHeads(params)}
    where not exists (
      select from ${queuedChunks} as queued where queued.run = head.run and queued.chunk = head.chunk)`,
);

export type ChunksStore = ReturnType<typeof createChunksStore>;

export function createChunksStore(db: Db) {
  async function claim(claims: readonly Claim[], claimThem: typeof claimFreeChunks) {
    const rows = await claimThem(db, { claims: JSON.stringify(claims) });
    const tasks = new Map(
      rows.map(({ job, key, day, owner, clientKey, ...task }) => {
        return [job, { ...task, run: { key, day, owner, clientKey } }];
      }),
    );
    return claims.map(({ job }) => tasks.get(job) ?? null);
  }

  const claimFree = createBatcher((claims: Claim[]) => claim(claims, claimFreeChunks));

  return {
    ...chunkReadsIn(db),

    /**
     * Splits the distinct serials into chunks: cached serials first (they need no call), then the rest in batches of the
     * vendor's call size. Vendors that have chunks are left out: those of the others follow.
     */
    async createChunks(tx: Tx, { key }: OwnedRun, { rules, serials, hasFreshRecord }: Chunking) {
      const kept = hasFreshRecord({
        owner: sql`rule.owner`,
        vendor: sql`rule."vendorId"`,
        serial: sql`found.serial`,
      });
      await sql`set local statement_timeout = 0`.execute(tx);
      await sql`set local work_mem = '96MB'`.execute(tx);
      await sql`
        with found as (${serials}),
        marked as (
          select found.*, rule."batchSize" as size, ${kept} as is_kept
            from found join json_to_recordset(${JSON.stringify(rules)}::json)
              as rule (vendor text, "vendorId" text, owner uuid, "batchSize" int) using (vendor)
           where not exists (select from bulk_chunks where run = ${key} and bulk_chunks.vendor = found.vendor)),
        numbered as (
          select *, (row_number() over (partition by vendor, is_kept order by first_row) - 1)::int as n from marked),
        placed as (
          select vendor, serial, rows, is_kept, n % size as position,
                 (dense_rank() over (order by is_kept desc, vendor, n / size)
                   + (select coalesce(max(chunk), -1) from bulk_chunks where run = ${key}))::int as chunk from numbered)
        insert into bulk_chunks (run, chunk, vendor, is_cached, serials, rows, rows_each)
        select ${key}::bigint, chunk, vendor, is_kept, json_agg(serial order by position), sum(rows),
               json_agg(rows order by position) from placed group by chunk, vendor, is_kept`.execute(tx);
    },

    /** The distinct serials of a list, for `createChunks`. */
    listed: (serials: readonly VendorSerial[]): RawBuilder<unknown> => sql`
      select vendor, serial, min(place)::int as first_row, 1 as rows
        from rows from (json_to_recordset(${JSON.stringify(serials)}::json) as (vendor text, serial text))
          with ordinality as given (vendor, serial, place)
       group by vendor, serial`,

    /** What was not looked up yet. */
    async openSerials(tx: Tx, run: string): Promise<VendorSerial[]> {
      const open = await tx
        .selectFrom('bulk_chunks')
        .select(['vendor', 'serials'])
        .where('run', '=', run)
        .where('is_done', '=', false)
        .$castTo<{ vendor: string; serials: string[] }>()
        .execute();
      return open.flatMap(({ vendor, serials }) => serials.map((serial) => ({ vendor, serial })));
    },

    /**
     * Claims a chunk. Returns null if the run is not processing, the chunk is done, or a live job holds it. Claims of dead
     * jobs are ignored.
     */
    async claim(run: string, chunk: number, job: string): Promise<ChunkTask | null> {
      const claimed = { run, chunk, job };
      // The second claim is rarely needed, and slow to plan.
      return (await claimFree(claimed)) ?? (await claim([claimed], claimAbandonedChunks))[0] ?? null;
    },

    /** Returns how many of the chunks were still open. The results of chunks that were already done must be discarded. */
    async finish(tx: Tx, run: string, outcomes: readonly ChunkOutcome[]): Promise<number> {
      const { numAffectedRows } = await sql`
        update bulk_chunks as chunk
           set is_done = true, done_at = now(), ends = outcome.ends, counts = outcome.counts,
               unknown_checked_at = outcome."unknownCheckedAt"
          from json_to_recordset(${JSON.stringify(outcomes)}::json)
            as outcome (chunk int, ends json, counts json, "unknownCheckedAt" timestamptz)
         where chunk.run = ${run} and chunk.chunk = outcome.chunk and not is_done`.execute(tx);
      return Number(numAffectedRows ?? 0);
    },

    /**
     * For each chunk, the next open chunk in its lane, if any. Holds a shared lock so that no lane is started until the
     * transaction ends.
     */
    async nextInLanes(tx: Tx, run: string, places: readonly number[], lanes: number): Promise<number[]> {
      return (await findNextInLanes(tx, { run, places, lanes })).map(({ chunk }) => chunk);
    },

    /**
     * Takes the exclusive lanes locks of these runs, so chunks being finished either commit first or wait; otherwise a lane
     * could end up without a job.
     */
    async lockLanes(tx: Tx, runs: readonly string[]): Promise<void> {
      await sql`select pg_advisory_xact_lock(${lanesLock(sql`run`)}) from unnest(${runs}::text[]) as run`.execute(
        tx,
      );
    },

    /** The first open chunk of each lane. A run without open chunks is listed once, without a chunk. */
    laneHeads: (tx: Tx, runs: readonly string[], lanes: number) => findHeads(tx, { runs, lanes }),

    /** The same, of lanes that have no job. */
    sleepingHeads: (runs: readonly string[], lanes: number, from: Tx | Db = db) =>
      findSleepingHeads(from, { runs, lanes }),

    /** Reopens chunks of these vendors with rows that can be retried now. Their existing results stay. */
    async reopen(tx: Tx, run: string, { vendors, outcomes }: Retried, notKnownSeconds: number) {
      const has = (outcome: RetriedOutcome) =>
        outcomes.includes(outcome) ? sql`${countIn(outcome)} > 0` : sql`false`;
      await sql`
        update bulk_chunks set is_done = false, done_at = null, is_cached = false
         where run = ${run} and is_done and vendor = any(${vendors})
           and (${has('failed')}
                or (${has('not-known')} or ${has('ambiguous')}) and ${retryableAt(notKnownSeconds)} <= now())`.execute(
        tx,
      );
    },
  };
}
