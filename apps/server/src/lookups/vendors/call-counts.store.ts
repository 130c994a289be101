import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';

/** What one call counts against. */
export interface Charge {
  /** For whom the vendor is called. */
  owner: OwnerId;
  /** One per limit, sorted, so that concurrent charges lock their rows in the same order. */
  keys: readonly string[];
  /** Calls per day, in the order of the keys. */
  maxCalls: readonly number[];
}

/** Calls of the day by key. */
export type CallCounts = Readonly<Record<string, number>>;

/** Counts as of one statement. */
export interface DailyCounts {
  day: string;
  counts: CallCounts;
  /** Seconds until the day ends, in UTC. */
  secondsLeft: number;
}

/** `counts` is null if there are none. */
export type CountColumns = Omit<DailyCounts, 'counts'> & { counts: unknown };

const utcNow = sql`(now() at time zone 'utc')`;
const deletedPerBatch = 10_000;
const today = sql`${utcNow}::date`;
const day = sql`${today}::text`;
const secondsLeft = sql`ceil(extract(epoch from ${today} + 1 - ${utcNow}))::int`;
export const countColumns = { day: 'text', counts: 'json | null', secondsLeft: 'int4' } as const;

type ChargeParams = Pick<Charge, 'keys' | 'maxCalls'>;

/**
 * SQL for a statement of this or another store: parts of a WITH clause that charge all keys with as many calls as `grant`
 * selects, or nothing if it selects no row. `grant` can read the calls that are left from `available`. These rows are
 * locked before they are compared, so that concurrent statements cannot take the same calls. `condition` is evaluated
 * before that, with the locks that it takes.
 */
export const chargeCalls = (
  { keys, maxCalls }: ChargeParams,
  condition: RawBuilder<unknown>,
  grant: RawBuilder<unknown>,
) => sql`
  available as materialized (
    select wanted.max_calls - call_count.calls as calls
      from vendor_call_counts as call_count,
           unnest(${keys}::text[], ${maxCalls}::int[]) as wanted (key, max_calls)
     where ${condition} and call_count.day = ${today} and call_count.key = wanted.key
       and call_count.calls < wanted.max_calls
     order by call_count.key for no key update of call_count),
  granted as materialized (${grant}),
  charged as (
    update vendor_call_counts as call_count set calls = call_count.calls + granted.calls from granted
     where call_count.day = ${today} and call_count.key = any(${keys}::text[])
    returning call_count.key, call_count.calls)`;

/** SQL for `grant`: every key has calls left. */
export const areAllAvailable = ({ keys }: Pick<Charge, 'keys'>) =>
  sql<boolean>`(select count(*) from available) = cardinality(${keys}::text[])`;

/** SQL for the statement after `chargeCalls`. */
export const chargedCounts = sql`
  ${day} as day, ${secondsLeft} as "secondsLeft", (select json_object_agg(key, calls) from charged) as counts`;
/** SQL for other stores: the counts of these keys, null if there are none. */
export const currentCounts = (keys: readonly string[]) => sql`
  ${day} as day, ${secondsLeft} as "secondsLeft",
  (select json_object_agg(key, calls) from vendor_call_counts
    where vendor_call_counts.day = ${today} and key = any(${keys}::text[])) as counts`;

const takeCall = rawQuery<CountColumns, ChargeParams>(
  countColumns,
  (charge) => sql`
    with ${chargeCalls(charge, sql`true`, sql`select 1 as calls where ${areAllAvailable(charge)}`)}
    select ${chargedCounts} from granted`,
);

const readCounts = rawQuery<CountColumns, Pick<Charge, 'keys'>>(
  countColumns,
  ({ keys }) => sql`select ${currentCounts(keys)}`,
);

export const toDailyCounts = (row: CountColumns): DailyCounts => ({
  day: row.day,
  secondsLeft: row.secondsLeft,
  counts: (row.counts ?? {}) as CallCounts,
});

/** As they were before this many of the calls. */
export const beforeCalls = ({ counts, ...rest }: DailyCounts, calls: number): DailyCounts => ({
  ...rest,
  counts: Object.fromEntries(Object.entries(counts).map(([key, count]) => [key, count - calls])),
});

export type CallCountsStore = ReturnType<typeof createCallCountsStore>;

/** Vendor calls on the installation's credentials: one row per key and day. */
export function createCallCountsStore(db: Db) {
  return {
    /** Null if one of the keys has no calls left, or no row yet. */
    async take(charge: Charge): Promise<DailyCounts | null> {
      const [row] = await takeCall(db, charge);
      return row ? toDailyCounts(row) : null;
    },

    async read({ keys }: Pick<Charge, 'keys'>): Promise<DailyCounts> {
      const [row] = await readCounts(db, { keys });
      if (!row) throw new Error('a statement without tables returned no row');
      return toDailyCounts(row);
    },

    /** Rows must exist before they can be charged. */
    async open({ owner, keys }: Pick<Charge, 'owner' | 'keys'>): Promise<void> {
      await sql`
        insert into vendor_call_counts (day, key, owner)
        select ${today}, key, case when key like 'owner:%' then ${owner}::uuid end
          from unnest(${keys}::text[]) as key order by key
        on conflict do nothing`.execute(db);
    },

    /** Undoes a charge of that day. */
    async refund({ keys }: Pick<Charge, 'keys'>, chargedDay: string): Promise<void> {
      await sql`
        with locked as materialized (
          select key from vendor_call_counts
           where day = ${chargedDay}::date and key = any(${keys}::text[])
           order by key for no key update)
        update vendor_call_counts as call_count set calls = calls - 1 from locked
         where call_count.day = ${chargedDay}::date and call_count.key = locked.key`.execute(db);
    },

    /** Deletes the counts of past days. */
    sweep: (): Promise<void> =>
      inBatches(deletedPerBatch, async (limit) => {
        const { numAffectedRows = 0n } = await sql`
          delete from vendor_call_counts where ctid = any(array(
            select ctid from vendor_call_counts where day < ${today} limit ${limit}))`.execute(db);
        return Number(numAffectedRows);
      }),
  };
}
