import { setTimeout as delay } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';
import { rawQuery } from './raw-query.ts';

/** Older figures are read again when metrics are collected. */
const freshFor = sql`interval '10 seconds'`;
/** Figures that no process was able to read again are not published. */
const publishedFor = sql`interval '1 minute'`;
const readTimeoutMs = 1000;

interface StoredFigures {
  /** Null if they are too old. */
  figures: unknown;
}

const findStored = rawQuery<StoredFigures, { name: string }>(
  { figures: 'jsonb | null' },
  ({ name }) => sql`
    select case when read_at > clock_timestamp() - ${publishedFor} then figures end as figures
      from shared_figures where name = ${name}`,
);

const tooLate = () => delay(readTimeoutMs, null, { ref: false });

/**
 * Figures about the whole database, which every process publishes and one of them reads. The process that finds them old
 * locks their row, and the others skip it. The lock ends with the statement, so it also works through a pooler and does not
 * outlive its process. `query` returns one JSON value.
 */
export function sharedFigures<F>(name: string, query: RawBuilder<unknown>) {
  const refresh = rawQuery<object, { name: string }>(
    {},
    (params) => sql`
      update shared_figures set read_at = clock_timestamp(), figures = (${query})
       where name = (
         select name from shared_figures
          where name = ${params.name} and read_at < clock_timestamp() - ${freshFor}
            for update skip locked)`,
  );

  async function read(db: Db, isSecondTry = false): Promise<F | null> {
    // If it takes longer, the figures of the last time are still published.
    await Promise.race([refresh(db, { name }), tooLate()]);
    const rows = await Promise.race([findStored(db, { name }), tooLate()]);
    if (rows?.length !== 0 || isSecondTry) return (rows?.[0]?.figures ?? null) as F | null;
    await sql`insert into shared_figures (name) values (${name}) on conflict do nothing`.execute(db);
    return read(db, true);
  }

  /** Null if the database does not respond: the other metrics are needed most at that time. */
  return (db: Db): Promise<F | null> => read(db).catch(() => null);
}
