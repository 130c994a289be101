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

/** What was said about each distinct serial of a run; rows are read together with it (rows.store.ts). */
export function createSerialResultsStore(db: Db) {
  return {
    /** A chunk that is tried again has answers already; the last ones count. */
    async keep(
      tx: Tx,
      { run: { day, key }, vendor, isRetry }: Pick<ChunkTask, 'run' | 'vendor' | 'isRetry'>,
      answers: ReadonlyMap<string, SerialResult>,
    ): Promise<void> {
      if (answers.size === 0) return;
      // Looking for an answer that cannot be there takes a third of the time.
      const replacing = sql`on conflict (day, run, vendor, serial) do update set answer = excluded.answer`;
      // JSON holds no line break; as a list of texts every quote would be escaped, and unescaped again.
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
      const { rows } = await sql<{ serial: string; answer: PackedSerialResult }>`
        select serial, answer from bulk_serials
         where day = ${day} and run = ${key} and vendor = ${vendor} and serial = any(${serials})`.execute(db);
      return new Map(rows.map(({ serial, answer }) => [serial, unpackSerialResult(answer)]));
    },

    async remove({ day, key }: RunRef): Promise<void> {
      await sql`delete from bulk_serials where day = ${day} and run = ${key}`.execute(db);
    },
  };
}
