import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { createPartitions } from '../../platform/db/partitions.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { SerialResult } from '../answers/serial-result.ts';
import type { RunRef } from '../runs/run.ts';
import type { ChunkTask, VendorSerial } from './chunks.store.ts';
import { type PackedSerialResult, packSerialResult, unpackSerialResult } from './packed-result.ts';

const serialsPerDelete = 20_000;
const findBatchEnd = rawQuery<VendorSerial, RunRef & VendorSerial>(
  { vendor: 'text', serial: 'text' },
  ({ day, key, vendor, serial }) => sql`
    select vendor, serial from bulk_serials
     where day = ${day} and run = ${key} and (vendor, serial) > (${vendor}, ${serial})
     order by vendor, serial offset ${serialsPerDelete - 1} limit 1`,
);

/** A thousand serials take about 1 ms per run, so an owner with many runs gets an answer for the newest. */
const maxRunsRead = 50;
/** One index scan per run: a join in another order would read all runs of a day. */
const findInRuns = rawQuery<
  Pick<VendorSerial, 'serial'>,
  { owner: OwnerId; vendor: string; serials: readonly string[] }
>(
  { serial: 'text' },
  ({ owner, vendor, serials }) => sql`
    select distinct found.serial
      from (select day, key from bulk_runs where owner = ${owner} order by key desc limit ${maxRunsRead}) as run, lateral (
        select serial from bulk_serials
         where day = run.day and bulk_serials.run = run.key and vendor = ${vendor} and serial = any(${serials}::text[])
           and answer->>0 <> 'failed' offset 0) as found`,
);

export type SerialResultsStore = ReturnType<typeof createSerialResultsStore>;

/** The results of a run's distinct serials. Rows are read together with them (rows.store.ts). */
export function createSerialResultsStore(db: Db) {
  const partitions = createPartitions(db, { name: 'bulk_serials', period: 'day' });

  return {
    prepareDay: partitions.prepare,
    dropDaysBefore: partitions.dropBefore,

    /** A retried chunk already has results; the new ones replace them. */
    async keep(
      tx: Tx,
      { run: { day, key }, vendor, isRetry }: Pick<ChunkTask, 'run' | 'vendor' | 'isRetry'>,
      answers: ReadonlyMap<string, SerialResult>,
      /** How many rows have a serial, if several do. */
      repeated: ReadonlyMap<string, number>,
    ): Promise<void> {
      if (answers.size === 0) return;
      // Only for retries: checking for conflicts that cannot exist would take a third of the time.
      const replacing = sql`on conflict (day, run, vendor, serial) do update set answer = excluded.answer`;
      // JSON contains no line breaks. In a text array, every quote would have to be escaped and unescaped.
      const lines = Array.from(answers, ([serial, answer]) =>
        JSON.stringify(packSerialResult(answer, repeated.get(serial))),
      ).join('\n');
      await sql`
        insert into bulk_serials (day, run, vendor, serial, answer)
        select ${day}::date, ${key}::bigint, ${vendor}, serial, answer::json
          from unnest(${[...answers.keys()]}::text[], string_to_array(${lines}, e'\\n')) as each (serial, answer)
        ${isRetry ? replacing : sql``}`.execute(tx);
    },

    async find({ day, key }: RunRef, vendor: string, serials: readonly string[]) {
      const rows = await db
        .selectFrom('bulk_serials')
        .select(['serial', 'answer'])
        .where('day', '=', day)
        .where('run', '=', key)
        .where('vendor', '=', vendor)
        .where('serial', '=', sql<string>`any(${serials})`)
        .$narrowType<{ answer: PackedSerialResult }>()
        .execute();
      return new Map(rows.map(({ serial, answer }) => [serial, unpackSerialResult(answer)]));
    },

    /** Those of the serials that one of the owner's newest runs has an answer for. */
    async findLookedUp(owner: OwnerId, vendor: string, serials: readonly string[]): Promise<string[]> {
      if (serials.length === 0) return [];
      return (await findInRuns(db, { owner, vendor, serials })).map(({ serial }) => serial);
    },

    /** In batches: one statement for all of them could take too long. */
    async remove({ day, key }: RunRef): Promise<void> {
      for (let after: VendorSerial | undefined = { vendor: '', serial: '' }; after; ) {
        const [end]: VendorSerial[] = await findBatchEnd(db, { day, key, ...after });
        const upToEnd = end ? sql`and (vendor, serial) <= (${end.vendor}, ${end.serial})` : sql``;
        await sql`
          delete from bulk_serials
           where day = ${day} and run = ${key} and (vendor, serial) > (${after.vendor}, ${after.serial}) ${upToEnd}`.execute(
          db,
        );
        after = end;
      }
    },
  };
}
