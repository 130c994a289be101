import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { assertUpgradable } from './earlier-version.ts';
import { listMigrationNames, type Migration, readMigrations } from './migration-files.ts';

/** Arbitrary, but all processes of all versions must use the same lock. */
export const migrationLock = 7_241_989_001;
const lockRetryMs = 200;
const triesPerLogLine = 25;
const busyTableRetryMs = 1000;
/** With the time that each waits, about two minutes. */
const defaultLockTries = 30;

interface Options {
  log: Log;
  /** How often a migration is tried that cannot lock a table. */
  lockTries: number;
}

async function appliedChecksums(client: pg.ClientBase): Promise<Map<string, string>> {
  await client.query(`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/** Retries a migration that cannot lock a table. In between, the statements that wait behind it can run. */
async function applyWithRetries(
  client: pg.ClientBase,
  migration: Migration,
  options: Options,
): Promise<void> {
  const { log, lockTries } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply(client, migration);
    } catch (error) {
      if (attempt >= lockTries || !isLockTimeout(error)) throw error;
      log.warn({ migration: migration.name, attempt }, 'a table is in use; the migration is retried');
      await delay(busyTableRetryMs);
    }
  }
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.cause as { code?: string } | undefined)?.code === '55P03';

async function apply(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    // A migration that cannot get its lock fails instead of blocking the sessions queued behind it.
    await client.query("set local lock_timeout = '3s'");
    await client.query(migration.sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    // If the connection was lost, the rollback fails too; report the original error.
    await client.query('rollback').catch(() => undefined);
    throw new Error(`migration ${migration.name} failed`, { cause: error });
  }
}

/**
 * Migrates the database to this program's version. Safe when many processes start concurrently. A database that is newer
 * than the program is not changed: old and new versions run in parallel during a deploy. One that began with another first
 * migration is refused.
 */
export async function migrate(
  databaseUrl: string,
  directory: string,
  log: Log,
  { lockTries = defaultLockTries }: Partial<Options> = {},
): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const lock = await connect(databaseUrl, log);
  const client = await connect(databaseUrl, log).catch(async (error: unknown) => {
    await lock.end();
    throw error;
  });
  try {
    await takeLock(lock, log);
    return await applyMissing(client, migrations, { log, lockTries });
  } finally {
    await client.end();
    // Closing the connection releases the lock.
    await lock.end();
  }
}

async function connect(databaseUrl: string, log: Log): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'migrate' });
  // A lost connection fails the running statement. Without a listener, the error would also end the process.
  client.on('error', (err) => log.warn({ err }, 'database connection lost during migration'));
  await client.connect();
  return client;
}

/**
 * Held by an open transaction: a pooler may give the connection of a session to others, who would then wait for a lock that
 * nothing releases. A process that waits has no transaction: several would take all connections of a small pool, and the
 * one that migrates needs a second connection.
 */
async function takeLock(client: pg.Client, log: Log): Promise<void> {
  for (let tries = 0; !(await tryLock(client)); tries += 1) {
    if (tries % triesPerLogLine === 0) log.info('waiting for another process that migrates the database');
    await delay(lockRetryMs);
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  await client.query('begin');
  await client.query('set local idle_in_transaction_session_timeout = 0');
  const { rows } = await client.query<{ isTaken: boolean }>(
    'select pg_try_advisory_xact_lock($1) as "isTaken"',
    [migrationLock],
  );
  const isTaken = rows[0]?.isTaken === true;
  if (!isTaken) await client.query('rollback');
  return isTaken;
}

async function applyMissing(client: pg.Client, migrations: Migration[], options: Options): Promise<string[]> {
  await assertUpgradable(client, migrations);
  const applied = await appliedChecksums(client);
  const done: string[] = [];
  for (const migration of migrations) {
    const checksum = applied.get(migration.name);
    if (checksum === undefined) {
      await applyWithRetries(client, migration, options);
      done.push(migration.name);
      options.log.info({ migration: migration.name }, 'migration applied');
    } else if (checksum !== migration.checksum) {
      throw new Error(`${migration.name} was changed after it was applied; write a new migration instead`);
    }
  }
  return done;
}

/** Names of this program's migrations that the database does not have yet. */
export async function pendingMigrations(pool: pg.Pool, directory: string): Promise<string[]> {
  const names = await listMigrationNames(directory);
  const found = await pool.query<{ found: boolean }>(
    "select to_regclass('schema_migrations') is not null as found",
  );
  if (!found.rows[0]?.found) return names;
  const { rows } = await pool.query<{ name: string }>('select name from schema_migrations');
  const applied = new Set(rows.map((row) => row.name));
  return names.filter((name) => !applied.has(name));
}
