import { sql } from 'kysely';
import type { Db } from './database.ts';
import { rawQuery } from './raw-query.ts';

const minDeleted = 5000;
const deletedShare = 0.5;

const estimateRows = rawQuery<{ rows: number }, { table: string }>(
  { rows: 'float8' },
  ({ table }) => sql`
    select coalesce(sum(greatest(reltuples, 0)), 0)::float8 as rows
      from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = ${table}::text::regclass`,
);

/**
 * For a table whose rows are replaced often: the space of deleted rows is used again only after a vacuum, and PostgreSQL
 * itself looks once a minute at most. Returns a function that takes the number of rows that were just deleted.
 */
export function createPromptVacuum(db: Db, table: string): (deleted: number) => void {
  let deleted = 0;
  let dueAt = minDeleted;
  let isRunning = false;

  async function vacuumIfDue(): Promise<void> {
    const [estimate] = await estimateRows(db, { table });
    dueAt = Math.max(minDeleted, (estimate?.rows ?? 0) * deletedShare);
    if (deleted < dueAt) return;
    deleted = 0;
    await sql`vacuum (skip_locked, truncate off) ${sql.table(table)}`.execute(db);
  }

  return (count) => {
    deleted += count;
    if (deleted < dueAt || isRunning) return;
    isRunning = true;
    vacuumIfDue()
      // PostgreSQL does it later.
      .catch(() => undefined)
      .finally(() => {
        isRunning = false;
      });
  };
}
