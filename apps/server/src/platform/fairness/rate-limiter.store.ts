import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { now } from '../db/expressions.ts';
import { inBatches } from '../db/in-batches.ts';
import { rawQuery } from '../db/raw-query.ts';

const sweepBatch = 5000;

/** `count` requests per `seconds`; bursts are allowed. */
export interface Rate {
  count: number;
  seconds: number;
}

export type RateLimitDecision = { allowed: true } | { allowed: false; retryAfterSeconds: number };

const readWait = rawQuery<{ wait: number }, { key: string; cost: number; seconds: number }>(
  { wait: 'float8' },
  ({ key, cost, seconds }) => sql`
    select extract(epoch from full_at - clock_timestamp())::float8 + ${cost}::float8 - ${seconds}::float8 as wait
      from rate_limits where key = ${key}`,
);

/**
 * Commits without waiting for the disk. Otherwise the requests of one address, which update the same row, would wait for each
 * other's writes, each with a connection. A crash of the database forgets the last moments of a limit.
 */
const withoutFlush = sql`(select set_config('synchronous_commit', 'off', true)) as setting`;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Rate limits shared by all processes: one row per key and one statement per decision, on the database clock. The row
 * stores when the limit is fully refilled (GCRA), so it needs no counting window and the retry time is exact to the second.
 */
export function createRateLimiter(db: Db) {
  /** Takes all of the requests or none, and never more than the whole limit. */
  async function take(key: string, rate: Rate, requests = 1): Promise<RateLimitDecision> {
    const cost = (Math.min(requests, rate.count) * rate.seconds) / rate.count;
    const taken = await sql`
      insert into rate_limits as l (key, full_at)
      select ${key}, clock_timestamp() + ${cost} * interval '1 second' from ${withoutFlush}
      on conflict (key) do update
        set full_at = greatest(l.full_at, clock_timestamp()) + ${cost} * interval '1 second'
        where l.full_at + ${cost} * interval '1 second' <= clock_timestamp() + ${rate.seconds} * interval '1 second'
      returning key`.execute(db);
    if (taken.rows.length > 0) return { allowed: true };
    return { allowed: false, retryAfterSeconds: await computeRetryAfter(key, rate, cost) };
  }

  async function computeRetryAfter(key: string, rate: Rate, cost: number): Promise<number> {
    const [row] = await readWait(db, { key, cost, seconds: rate.seconds });
    return Math.max(1, Math.ceil(row?.wait ?? 1));
  }

  return {
    take,
    /** Undoes a `take` that was allowed. */
    async refund(key: string, { count, seconds }: Rate): Promise<void> {
      await sql`update rate_limits set full_at = full_at - ${seconds / count} * interval '1 second'
                  from ${withoutFlush} where key = ${key}`.execute(db);
    },
    /** Deletes fully refilled rows, which no longer limit anything. */
    sweep: () =>
      inBatches(sweepBatch, async (limit) => {
        const full = db.selectFrom('rate_limits').select('key').where('full_at', '<', now).limit(limit);
        // Again, because a row may have been charged in the meantime.
        const { numDeletedRows } = await db
          .deleteFrom('rate_limits')
          .where('key', 'in', full)
          .where('full_at', '<', now)
          .executeTakeFirst();
        return Number(numDeletedRows);
      }),
  };
}
