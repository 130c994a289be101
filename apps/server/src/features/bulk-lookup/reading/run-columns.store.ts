import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { rawQuery } from '../../../platform/db/raw-query.ts';

/** A header can be as long as a cell. */
const maxNameCharacters = 200;

/** The database shortens the names, because those of one file can take up 16 MB. */
const findNames = rawQuery<{ names: string[] | null }, { run: string }>(
  { names: 'json | null' },
  ({ run }) => sql`
    select (select json_agg(left(c.value->>'name', ${maxNameCharacters}::int) order by c.place)
              from json_array_elements(source->'columns') with ordinality c (value, place)) as names
      from bulk_runs where key = ${run}`,
);

export function createRunColumnsStore(db: Db) {
  return {
    /** Names of the file's columns in order, shortened; null if the file has not arrived. */
    async names(run: string): Promise<string[] | null> {
      return (await findNames(db, { run }))[0]?.names ?? null;
    },
  };
}
