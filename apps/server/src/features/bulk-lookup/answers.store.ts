import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { ChunkTask } from './chunks.store.ts';
import type { RunPlace } from './rows.store.ts';
import { type PackedAnswer, packAnswer, type SerialAnswer, unpackAnswer } from './serial-answer.ts';

export type AnswersStore = ReturnType<typeof createAnswersStore>;

/** What was said about each distinct serial of a run; rows are read together with it (rows.store.ts). */
export function createAnswersStore(db: Db) {
  return {
    /** A chunk that is tried again has answers already; the last ones count. */
    async keep(
      tx: Tx,
      { run: { day, key }, vendor, isAgain }: Pick<ChunkTask, 'run' | 'vendor' | 'isAgain'>,
      answers: ReadonlyMap<string, SerialAnswer>,
    ): Promise<void> {
      if (answers.size === 0) return;
      // Looking for an answer that cannot be there takes a third of the time.
      const replacing = sql`on conflict (day, run, vendor, serial) do update set answer = excluded.answer`;
      // JSON holds no line break; as a list of texts every quote would be escaped, and unescaped again.
      const lines = Array.from(answers.values(), (answer) => JSON.stringify(packAnswer(answer))).join('\n');
      await sql`
        insert into bulk_serials (day, run, vendor, serial, answer)
        select ${day}::date, ${key}::bigint, ${vendor}, serial, answer::json
          from unnest(${[...answers.keys()]}::text[], string_to_array(${lines}, e'\\n')) as each (serial, answer)
        ${isAgain ? replacing : sql``}`.execute(tx);
    },

    async find(
      { day, key }: RunPlace,
      vendor: string,
      serials: readonly string[],
    ): Promise<Map<string, SerialAnswer>> {
      const { rows } = await sql<{ serial: string; answer: PackedAnswer }>`
        select serial, answer from bulk_serials
         where day = ${day} and run = ${key} and vendor = ${vendor} and serial = any(${serials})`.execute(db);
      return new Map(rows.map(({ serial, answer }) => [serial, unpackAnswer(answer)]));
    },

    async remove({ day, key }: RunPlace): Promise<void> {
      await sql`delete from bulk_serials where day = ${day} and run = ${key}`.execute(db);
    },
  };
}
