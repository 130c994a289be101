import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { cloneDatabase, connectTo, openDatabase } from '../../test/database.ts';
import { isDatabaseUnavailable } from './db/database.ts';
import { createReadiness } from './readiness.ts';

const migrations = new URL('../../migrations', import.meta.url).pathname;
const test = await cloneDatabase();
const operator = await connectTo(test.url);
const database = openDatabase(test.url, 2);
const readiness = createReadiness(database, migrations);

const write = () => sql`create table if not exists written ()`.execute(database.db);
const setReadOnly = async (isReadOnly: boolean) => {
  const { rows } = await operator.query("select format('%I', current_database()) as name");
  await operator.query(`alter database ${rows[0].name} set default_transaction_read_only = ${isReadOnly}`);
};

it('is red while the database is read-only, and a write is refused until it is not', async () => {
  expect(await readiness.notReadyReason()).toBe(null);
  await setReadOnly(true);
  // As a failover or a restart would.
  await operator.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const refusal = await write().catch((error: unknown) => error);
  const second = await write().catch((error: unknown) => error);
  expect([refusal, second].map(isDatabaseUnavailable)).toEqual([true, true]);
  expect(await readiness.notReadyReason()).toBe('the database is read-only');
  expect(await readiness.check()).toEqual({
    accepting: true,
    database: true,
    writable: false,
    migrations: true,
  });
  await expect(write()).rejects.toThrow('read-only');
  await setReadOnly(false);
  await write();
  expect(await readiness.notReadyReason()).toBe(null);
});
