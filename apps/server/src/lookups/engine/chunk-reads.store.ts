import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import type { DoneCounts } from '../runs/run.ts';
import { type Stage, windowSeconds } from './estimate.ts';

/** In place of an end date. Earlier versions count it as unknown, like every text that is no date. */
export const noCoverageEnd = 'none';

export interface ChunkOutcome {
  chunk: number;
  counts: DoneCounts;
  /**
   * Coverage end dates by position. Empty if the coverage has no end, `noCoverageEnd` if there is no coverage, null if there
   * is no result.
   */
  ends: readonly (string | null)[];
  /** When the vendor last reported one of the devices as unknown. */
  unknownCheckedAt: string | null;
}

/** The results of a run's chunks so far. */
export interface ChunkSummary {
  counts: Required<Pick<DoneCounts, 'found' | 'not-known' | 'ambiguous' | 'failed'>>;
  /** Rows done in the last twenty seconds. */
  recentlyDone: number;
  /** In finished chunks: rows that can be retried now, and rows for which it is too early. */
  retry: { rows: number; laterRows: number; laterAt: Date | null };
}

const nothingDone: ChunkSummary = {
  counts: { found: 0, 'not-known': 0, ambiguous: 0, failed: 0 },
  recentlyDone: 0,
  retry: { rows: 0, laterRows: 0, laterAt: null },
};

/** Rows of a chunk with this outcome. */
export const countIn = (outcome: string) => sql`coalesce((counts->>${sql.lit(outcome)})::int, 0)`;
const failedIn = countIn('failed');
export const retryableAt = (notKnownSeconds: number) =>
  sql`(coalesce(unknown_checked_at, done_at) + ${notKnownSeconds} * interval '1 second')`;

/** Most chunks share one of a few count values, so each distinct value is parsed once. */
const sumChunks = rawQuery<
  ChunkSummary & { run: string },
  { runs: readonly string[]; notKnownSeconds: number }
>(
  { run: 'int8', recentlyDone: 'int4', counts: 'json', retry: 'json' },
  ({ runs, notKnownSeconds }) => sql`
    with alike as (
      select run, is_done, counts::text::json as counts, count(*) as chunks,
             ${retryableAt(notKnownSeconds)} <= now() as is_askable, max(${retryableAt(notKnownSeconds)}) as askable_at,
             coalesce(sum(rows) filter (where done_at > now() - interval '20 seconds'), 0) as lately
        from bulk_chunks where run = any(${runs}) group by run, is_done, counts::text, is_askable),
    counted as (
      select run, is_done, lately, is_askable, askable_at, chunks * ${countIn('found')} as found,
             chunks * ${countIn('not-known')} as not_known, chunks * ${countIn('ambiguous')} as ambiguous,
             chunks * ${failedIn} as failed from alike),
    summed as (
      select run, sum(found) as found, sum(lately) as lately,
             coalesce(sum(not_known) filter (where is_done), 0) as not_known,
             coalesce(sum(ambiguous) filter (where is_done), 0) as ambiguous,
             coalesce(sum(failed) filter (where is_done), 0) as failed,
             coalesce(sum(not_known + ambiguous) filter (where is_done and is_askable), 0) as askable,
             coalesce(sum(not_known + ambiguous) filter (where is_done and not is_askable), 0) as later,
             max(askable_at) filter (where is_done and not_known + ambiguous > 0 and not is_askable) as later_at
        from counted group by run)
    select run, lately::int as "recentlyDone",
           json_build_object('found', found, 'not-known', not_known, 'ambiguous', ambiguous, 'failed', failed) as counts,
           json_build_object('rows', failed + askable, 'laterRows', later, 'laterAt', later_at) as retry
      from summed`,
);

const sumStages = rawQuery<Stage, { run: string }>(
  { vendor: 'text', isCached: 'bool', openChunks: 'int4', completions: 'json' },
  ({ run }) => sql`
    with bursts as (
      select vendor, is_cached, count(*) as chunks,
             round(extract(epoch from now() - done_at), 1)::float8 as "secondsAgo"
        from bulk_chunks
       where run = ${run} and is_done and done_at > now() - ${windowSeconds} * interval '1 second'
       group by vendor, is_cached, "secondsAgo"),
    completed as (
      select vendor, is_cached,
             json_agg(json_build_object('secondsAgo', "secondsAgo", 'chunks', chunks) order by "secondsAgo" desc)
               as completions
        from bursts group by vendor, is_cached),
    stages as (
      select vendor, is_cached, count(*) filter (where not is_done)::int as open
        from bulk_chunks where run = ${run} group by vendor, is_cached)
    select vendor, is_cached as "isCached", open as "openChunks", coalesce(completions, '[]') as completions
      from stages left join completed using (vendor, is_cached)`,
);

/** The part of the store of chunks that only reads. */
export function chunkReadsIn(db: Db) {
  return {
    /** The vendors that the run was divided into chunks for. */
    async vendors(run: string): Promise<string[]> {
      const rows = await db
        .selectFrom('bulk_chunks')
        .select('vendor')
        .distinct()
        .where('run', '=', run)
        .execute();
      return rows.map(({ vendor }) => vendor);
    },

    async hasOpen(run: string, tx: Tx | Db = db): Promise<boolean> {
      const { rows } = await sql`select from bulk_chunks where run = ${run} and not is_done limit 1`.execute(
        tx,
      );
      return rows.length > 0;
    },

    /**
     * Progress is the sum over chunks, never a count over rows. In a retried chunk only the found rows count. One statement
     * for all runs: with one per run, a list of a hundred runs would take every connection.
     */
    async summaries(runs: readonly string[], notKnownSeconds: number, tx: Tx | Db = db) {
      const rows = await sumChunks(tx, { runs, notKnownSeconds });
      const summaries = new Map(rows.map(({ run, ...summary }) => [run, withDate(summary)]));
      return (run: string) => summaries.get(run) ?? nothingDone;
    },

    stages: (run: string): Promise<Stage[]> => sumStages(db, { run }),

    /** The coverage end dates of the next chunks after this one, with the number of rows per serial. */
    endsAfter: (run: string, after: number, limit: number) =>
      db
        .selectFrom('bulk_chunks')
        .select(['chunk', 'ends', 'rows_each as rowsPerSerial'])
        .where('run', '=', run)
        .where('ends', 'is not', null)
        .where('chunk', '>', after)
        .orderBy('chunk')
        .limit(limit)
        .$narrowType<{ ends: ChunkOutcome['ends']; rowsPerSerial: number[] }>()
        .execute(),
  };
}

/** JSON returns dates as text. */
function withDate({ retry, ...summary }: ChunkSummary): ChunkSummary {
  return { ...summary, retry: { ...retry, laterAt: retry.laterAt && new Date(retry.laterAt) } };
}
