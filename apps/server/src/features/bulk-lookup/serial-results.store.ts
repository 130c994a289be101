import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { ChunkTask } from './chunks.store.ts';
import type { RunRef } from './rows.store.ts';
import {
  type PackedSerialResult,
  packSerialResult,
  type SerialResult,
  unpackSerialResult,
} from './serial-result.ts';

export type SerialResultsStore = ReturnType<typeof createSerialResultsStore>;

/** The results of a run's distinct serials. Rows are read together with them (rows.store.ts). */
export function createSerialResultsStore(db: Db) {
  return {
    /** A retried chunk already has results; the new ones replace them. */
    async keep(
      tx: Tx,
      { run: { day, key }, vendor, isRetry }: Pick<ChunkTask, 'run' | 'vendor' | 'isRetry'>,
      answers: ReadonlyMap<string, SerialResult>,
    ): Promise<void> {
      if (answers.size === 0) return;
      // Only for retries: checking for conflicts that cannot exist would take a third of the time.
      const replacing = sql`on conflict (day, run, vendor, serial) do update set answer = excluded.answer`;
      // JSON contains no line breaks. In a text array, every quote would have to be escaped and unescaped.
      const lines = Array.from(answers.values(), (answer) => JSON.stringify(packSerialResult(answer))).join(
        '\n',
      );
      await sql`
        insert into bulk_serials (day, run, vendor, serial, answer)
        select ${day}::date, ${key}::bigint, ${vendor}, serial, answer::json
          from unnest(${[...answers.keys()]}::text[], string_to_array(${lines}, e'\\n')) as each (serial, answer)
        ${isRetry ? replacing : sql``}`.execute(tx);
    },

    async find(
      { day, key }: RunRef,
      vendor: string,
      serials: readonly string[],
    ): Promise<Map<string, SerialResult>> {
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

    async remove({ day, key }: RunRef): Promise<void> {
      await db.deleteFrom('bulk_serials').where('day', '=', day).where('run', '=', key).execute();
    },
  };
}
