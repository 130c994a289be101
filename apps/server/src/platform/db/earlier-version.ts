import type pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { readMigrations } from './migration-files.ts';
import { withClient } from './with-client.ts';

/** What is known of a migration, whether it was applied to a database or is in a backup. */
interface NamedMigration {
  name: string;
  checksum: string;
}

/** Before the first release, all migrations were replaced by one. Nothing upgrades a database that began with another one. */
export class EarlierVersionError extends OperatorError {
  /** `folder` is where the bundled PostgreSQL has its data; null for a database that the operator named. */
  constructor(folder: string | null = null) {
    const wayOut =
      folder === null ? 'Name an empty database.' : `Move ${folder} away or name an empty database.`;
    super(`This database was made by an earlier development version and cannot be upgraded. ${wayOut}`);
  }
}

/** Whether the first migration is not the one of this program. The file of the first migration never changes. */
export function isFromEarlierVersion(
  applied: readonly NamedMigration[],
  known: readonly NamedMigration[],
): boolean {
  const first = applied.toSorted((a, b) => (a.name < b.name ? -1 : 1))[0];
  return first !== undefined && (first.name !== known[0]?.name || first.checksum !== known[0]?.checksum);
}

/** Changes nothing, not even in a database without tables. */
export async function assertUpgradable(
  client: pg.ClientBase,
  known: readonly NamedMigration[],
  folder: string | null = null,
): Promise<void> {
  const { rows: tables } = await client.query<{ found: boolean }>(
    "select to_regclass('schema_migrations') is not null as found",
  );
  if (!tables[0]?.found) return;
  const { rows } = await client.query<NamedMigration>('select name, checksum from schema_migrations');
  if (isFromEarlierVersion(rows, known)) throw new EarlierVersionError(folder);
}

/** For processes that do not migrate the database themselves. */
export async function refuseEarlierVersion(
  url: string,
  migrationsDir: string,
  folder: string | null = null,
): Promise<void> {
  const known = await readMigrations(migrationsDir);
  await withClient({ connectionString: url, application_name: 'inspect' }, (client) =>
    assertUpgradable(client, known, folder),
  );
}
