import { sql } from 'kysely';
import type { Db } from './database.ts';
import { rawQuery } from './raw-query.ts';
import { sharedFigures } from './shared-figures.ts';

const readSize = rawQuery<{ bytes: number }, null>(
  { bytes: 'float8' },
  () => sql`select pg_database_size(current_database())::float8 as bytes`,
);

/** Size of the whole database on disk, including indexes and the queue. */
export async function databaseBytes(db: Db): Promise<number> {
  return (await readSize(db, null))[0]?.bytes ?? 0;
}

/** The same, for metrics. PostgreSQL looks at every file of the database. */
export const sharedDatabaseBytes = sharedFigures<number>(
  'database-bytes',
  sql`select to_jsonb(pg_database_size(current_database()))`,
);
