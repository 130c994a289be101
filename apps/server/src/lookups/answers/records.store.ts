import type { VendorAnswer } from '@warranty/connectors/outcome';
import { type RawBuilder, sql } from 'kysely';
import { createBatcher } from '../../platform/batcher.ts';
import type { Db, Pool, Tx } from '../../platform/db/database.ts';
import { clientsWait, prepare } from '../../platform/db/prepared.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import { createReadBatcher, type Placed, questionRows } from '../../platform/db/read-batcher.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';

/** Replies that we could not parse are not cached, so they are requested again. */
export type CacheableAnswer = Exclude<VendorAnswer, { kind: 'unexpected' }>;

export interface CachedAnswer {
  answer: CacheableAnswer;
  checkedAt: Date;
}

export interface WarrantyRecord extends CachedAnswer {
  ageSeconds: number;
}

/** How long a cached answer is fresh. */
export interface Freshness {
  foundSeconds: number;
  notKnownSeconds: number;
}

export function isFresh({ answer, ageSeconds }: WarrantyRecord, freshness: Freshness): boolean {
  return ageSeconds < (answer.kind === 'found' ? freshness.foundSeconds : freshness.notKnownSeconds);
}

export interface RecordKey {
  /** Of the credentials that the vendor was asked with. */
  owner: OwnerId;
  vendor: string;
  serial: string;
}

interface RecordKeys extends Omit<RecordKey, 'serial'> {
  serials: readonly string[];
}

const groupKey = ({ owner, vendor }: RecordKeys) => `${vendor} ${owner}`;

function only<T>(all: ReadonlyMap<string, T> | undefined, keys: readonly string[]): Map<string, T> {
  const batch = new Map<string, T>();
  for (const key of keys) {
    const value = all?.get(key);
    if (value !== undefined) batch.set(key, value);
  }
  return batch;
}

const columns = `answer, checked_at as "checkedAt", extract(epoch from now() - checked_at)::float8 as "ageSeconds"`;
const columnTypes = { answer: 'json', checkedAt: 'timestamptz', ageSeconds: 'float8' } as const;

/** By key in a loop: whatever PostgreSQL believes about the size of the table, it does not read all of it. */
const findEach = prepare<WarrantyRecord & Placed>(
  'warranty-record-each',
  { place: 'int4', ...columnTypes },
  `select place::int4, record.*
     from ${questionRows('uuid', 'text', 'text')} as wanted (owner, vendor, serial, place), lateral (
       select ${columns} from warranty_records as r
        where r.owner = wanted.owner and r.vendor = wanted.vendor and r.serial = wanted.serial
          and r.is_simulated = $4 limit 1) as record`,
  clientsWait,
);
const findSeveral = prepare<WarrantyRecord & { serial: string }>(
  'warranty-records',
  { serial: 'text', ...columnTypes },
  `select serial, ${columns} from warranty_records 
    where owner = $1 and vendor = $2 and serial = any($3) and is_simulated = $4`,
);

/**
 * For a serial that has a record. The same answer changes only `checked_at`, and keeps the stored value, which may be outside
 * the row (TOAST). A trigger moves an answer that differs to `warranty_history` and sets both times (ADR 020). Answers
 * are compared as text, because the same answer is always written as the same text.
 *
 * A writer that waited for another began earlier, so now() can be before the check that is stored.
 */
const orConfirm = sql`
    on conflict (owner, vendor, serial, is_simulated) do update set
      answer = case when warranty_records.answer::text = excluded.answer::text
                    then warranty_records.answer else excluded.answer end,
      checked_at = greatest(now(), warranty_records.checked_at)`;
const keepOne = rawQuery<
  Pick<WarrantyRecord, 'checkedAt'>,
  RecordKey & { isSimulated: boolean; answer: string }
>(
  { checkedAt: 'timestamptz' },
  ({ owner, vendor, serial, isSimulated, answer }) => sql`
    insert into warranty_records (owner, vendor, serial, is_simulated, answer)
    values (${owner}, ${vendor}, ${serial}, ${isSimulated}, ${answer})
    ${orConfirm}
    returning checked_at as "checkedAt"`,
);

export type RecordsStore = ReturnType<typeof createRecordsStore>;

/** The simulator's answers of demo mode are never returned as a vendor's. */
export function createRecordsStore(db: Db, pool: Pool, { isSimulated }: { isSimulated: boolean }) {
  /** Batches concurrent lookups into one query per vendor and owner. */
  const findBatched = createBatcher(async (asked: RecordKeys[]) => {
    const found = new Map<string, Map<string, WarrantyRecord>>();
    for (const [place, keys] of Map.groupBy(asked, groupKey)) {
      const [{ owner, vendor }] = keys as [RecordKeys];
      const serials = new Set(keys.flatMap((each) => each.serials));
      const records = await findSeveral(pool, owner, vendor, [...serials], isSimulated);
      found.set(place, new Map(records.map(({ serial, ...record }) => [serial, record])));
    }
    return asked.map((keys) => only(found.get(groupKey(keys)), keys.serials));
  });

  const findOne = createReadBatcher((keys: RecordKey[]) => {
    const columns = (['owner', 'vendor', 'serial'] as const).map((name) => keys.map((key) => key[name]));
    return findEach(pool, ...columns, isSimulated);
  });

  return {
    async find(key: RecordKey): Promise<WarrantyRecord | null> {
      return (await findOne(key)) ?? null;
    },

    /** The records that exist, including stale ones. */
    findMany: (owner: OwnerId, vendor: string, serials: readonly string[]) =>
      findBatched({ owner, vendor, serials }),

    async keepMany(
      tx: Tx,
      owner: OwnerId,
      vendor: string,
      answers: ReadonlyMap<string, CacheableAnswer>,
    ): Promise<void> {
      if (answers.size === 0) return;
      // Sorted, so that two runs that write the same serials concurrently cannot deadlock.
      const serials = [...answers.keys()].sort();
      // JSON has no raw line breaks. Passing the answers as one string avoids escaping every quote in an array literal.
      const lines = serials.map((serial) => JSON.stringify(answers.get(serial))).join('\n');
      await sql`
        insert into warranty_records (owner, vendor, serial, is_simulated, answer)
        select ${owner}::uuid, ${vendor}, serial, ${isSimulated}, answer::json
          from unnest(${serials}::text[], string_to_array(${lines}, e'\\n')) as each (serial, answer)
        ${orConfirm}`.execute(tx);
    },

    async keep(key: RecordKey, answer: CacheableAnswer): Promise<Date> {
      const values = { ...key, isSimulated, answer: JSON.stringify(answer) };
      return (await keepOne(db, values))[0]?.checkedAt ?? new Date();
    },
  };
}

/** SQL condition for other stores: whether a fresh record exists. */
export function hasFreshRecord(
  { owner, vendor, serial }: Record<'owner' | 'vendor' | 'serial', RawBuilder<unknown>>,
  { foundSeconds, notKnownSeconds }: Freshness,
  isSimulated: boolean,
): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from warranty_records as kept
     where kept.owner = ${owner} and kept.vendor = ${vendor} and kept.serial = ${serial}
       and kept.is_simulated = ${isSimulated}
       and kept.checked_at > now() - interval '1 second' *
           case kept.answer->>'kind' when 'found' then ${foundSeconds}::float8 else ${notKnownSeconds}::float8 end)`;
}
