import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { cloneDatabase, connectTo, openDatabase, type TestDatabase } from '../../../test/database.ts';
import { migrationsDir, silent } from '../../../test/fixtures.ts';
import { makeFolder } from '../../../test/folder.ts';
import { waitUntil } from '../../../test/wait-until.ts';
import { EarlierVersionError } from './earlier-version.ts';
import { migrate, pendingMigrations } from './migrate.ts';

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await cloneDatabase('empty');
  folder = makeFolder();
});

const write = (name: string, sql: string) => writeFile(join(folder, name), sql);
const run = () => migrate(database.url, folder, silent);

const appliedNames = () => database.names('select name from schema_migrations order by name');
const tableNames = () =>
  database.names(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1",
  );
const pending = () => pendingMigrations(openDatabase(database.url).pool, folder);

/** The error message and the message of its cause. */
async function failureOf(work: Promise<unknown>): Promise<{ message: string; causes: string }> {
  const error = await work.then(
    () => expect.unreachable('it must fail'),
    (thrown: Error) => thrown,
  );
  return { message: error.message, causes: String(error.cause) };
}

describe('migrate', () => {
  it('applies each migration once, in order, when ten processes start concurrently', async () => {
    await write('0001_first.sql', 'create table first (id int); select pg_sleep(0.1);');
    await write('0002_second.sql', 'create table second (id int); insert into first values (2);');
    const outcomes = await Promise.all(Array.from({ length: 10 }, run));
    expect(outcomes.flat()).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(outcomes.filter((names) => names.length > 0)).toHaveLength(1);
    expect(await database.query('select id from first')).toEqual([{ id: 2 }]);
  });

  it('holds its lock with a transaction of its own, which a pooler does not give to others', async () => {
    const gate = await connectTo(database.url);
    await gate.query('select pg_advisory_lock(1)');
    await write('0001_first.sql', 'create table first (id int); select pg_advisory_xact_lock(1);');
    const migrating = run();
    const holder = await waitUntil('the migration to wait at the gate', async () => {
      const [found] = await database.query<{ state: string; isWorking: boolean }>(
        `select state, exists (select from pg_locks where locktype = 'advisory' and not granted) as "isWorking"
           from pg_locks join pg_stat_activity using (pid)
          where locktype = 'advisory' and granted and objid <> 1 and datname = current_database()`,
      );
      return found?.isWorking ? found : undefined;
    });
    expect(holder.state).toBe('idle in transaction');
    await gate.query('select pg_advisory_unlock(1)');
    await migrating;
  });

  it("migrates an empty database with the product's own migrations", async () => {
    const applied = await migrate(database.url, migrationsDir, silent);
    expect(applied[0]).toBe('0001_first.sql');
    expect(await tableNames()).toContain('users');
    expect(await migrate(database.url, migrationsDir, silent)).toEqual([]);
  });

  it('applies only new migrations', async () => {
    await write('0001_first.sql', 'create table first (id int)');
    expect(await run()).toEqual(['0001_first.sql']);
    await write('0002_second.sql', 'create table second (id int)');
    expect(await run()).toEqual(['0002_second.sql']);
    expect(await run()).toEqual([]);
  });

  it('rejects a migration that was changed after it was applied, by name, and applies no more', async () => {
    await write('0001_first.sql', 'create table first (id int)');
    await write('0002_second.sql', 'create table second (id int)');
    await run();
    await write('0002_second.sql', 'create table second (id bigint)');
    await write('0003_third.sql', 'create table third (id int)');
    await expect(run()).rejects.toThrow(
      '0002_second.sql was changed after it was applied; write a new migration instead',
    );
    expect(await tableNames()).toEqual(['first', 'second']);
  });

  it.each([
    ['another name', '0001_session.sql', 'create table first (id int)'],
    ['other content', '0001_first.sql', 'create table first (id bigint)'],
  ])('refuses a database whose first migration has %s, and changes nothing', async (_, name, sql) => {
    await write(name, sql);
    await write('0002_second.sql', 'create table second (id int)');
    await run();
    await rm(join(folder, name));
    await write('0001_first.sql', 'create table first (id int)');
    await write('0003_third.sql', 'create table third (id int)');
    await expect(run()).rejects.toThrow(EarlierVersionError);
    expect(await tableNames()).toEqual(['first', 'second']);
    expect(await appliedNames()).toEqual([name, '0002_second.sql']);
  });

  it('rolls back a migration that fails, and names it', async () => {
    await write('0001_first.sql', 'create table first (id int)');
    await write('0002_broken.sql', 'create table half (id int); insert into nowhere values (1);');
    await write('0003_third.sql', 'create table third (id int)');
    const failure = await failureOf(run());
    expect(failure.message).toBe('migration 0002_broken.sql failed');
    expect(failure.causes).toContain('relation "nowhere" does not exist');
    expect(await tableNames()).toEqual(['first']);
    expect(await appliedNames()).toEqual(['0001_first.sql']);
    expect(await pending()).toEqual(['0002_broken.sql', '0003_third.sql']);
  });

  it('continues after the failed migration is corrected', async () => {
    await write('0001_broken.sql', 'create table half (id int); insert into nowhere values (1);');
    await failureOf(run());
    await write('0001_broken.sql', 'create table whole (id int)');
    expect(await run()).toEqual(['0001_broken.sql']);
    expect(await tableNames()).toEqual(['whole']);
  });

  it('names the migration during which the connection was lost', async () => {
    await write(
      '0001_lost.sql',
      'create table half (id int); select pg_terminate_backend(pg_backend_pid());',
    );
    const failure = await failureOf(run());
    expect(failure.message).toBe('migration 0001_lost.sql failed');
    expect(failure.causes).toMatch(/terminat/);
    expect(await tableNames()).toEqual([]);
  });

  it('does not change a database that is newer than the program', async () => {
    await write('0001_first.sql', 'create table first (id int)');
    await write('0002_newer.sql', 'create table newer (id int)');
    await run();
    await rm(join(folder, '0002_newer.sql'));
    expect(await run()).toEqual([]);
    expect(await appliedNames()).toEqual(['0001_first.sql', '0002_newer.sql']);
    expect(await tableNames()).toEqual(['first', 'newer']);
    expect(await pending()).toEqual([]);
  });

  /** Leaves a migration of a table that another session reads in a transaction. */
  async function blockSecond(): Promise<pg.Client> {
    await write('0001_first.sql', 'create table first (id int)');
    await run();
    await write('0002_second.sql', 'alter table first add column more int');
    const reader = await connectTo(database.url);
    await reader.query('begin; select * from first');
    return reader;
  }

  it('retries until a table is no longer in use', async () => {
    const reader = await blockSecond();
    const retried = Promise.withResolvers<void>();
    const log = { warn: () => retried.resolve(), info: () => undefined } as unknown as typeof silent;
    const migrating = migrate(database.url, folder, log);
    await retried.promise;
    await reader.end();
    expect(await migrating).toEqual(['0002_second.sql']);
  });

  it('times out on a locked table instead of blocking other sessions', async () => {
    const reader = await blockSecond();
    const failure = await failureOf(migrate(database.url, folder, silent, { lockTries: 1 }));
    await reader.end();
    expect(failure.message).toBe('migration 0002_second.sql failed');
    expect(failure.causes).toContain('lock timeout');
    expect(await run()).toEqual(['0002_second.sql']);
  });

  it('ignores files that are not migrations', async () => {
    await write('0001_first.sql', 'create table first (id int)');
    await write('notes.md', 'not SQL');
    await write('0002_Draft.sql.orig', 'not SQL');
    expect(await run()).toEqual(['0001_first.sql']);
  });
});

describe('pendingMigrations', () => {
  it('returns all migrations for an empty database, without changing it', async () => {
    await write('0002_second.sql', 'create table second (id int)');
    await write('0001_first.sql', 'create table first (id int)');
    expect(await pending()).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(await database.query("select from pg_tables where schemaname = 'public'")).toEqual([]);
  });

  it('returns none after all were applied', async () => {
    await write('0001_first.sql', 'create table first (id int)');
    await run();
    expect(await pending()).toEqual([]);
  });
});
