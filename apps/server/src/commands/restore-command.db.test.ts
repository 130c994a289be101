import { copyFile, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../test/app.ts';
import { cloneDatabase, connectTo, type TestDatabase } from '../../test/database.ts';
import { migrationsDir, silent, testMasterKey } from '../../test/fixtures.ts';
import { makeFolder } from '../../test/folder.ts';
import { type CommandOutcome, runCommand } from '../../test/run-command.ts';
import { startQueue } from '../../test/start-queue.ts';
import { migrate } from '../platform/db/migrate.ts';
import { createQueueTables } from '../platform/jobs/queue-tables.ts';

const folder = makeFolder();

function expectSuccess({ code, stdout, stderr }: CommandOutcome): string {
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

describe('an older backup', { timeout: 60_000 }, () => {
  const queueVersion = 39;
  /** Those of the version before the newest migration; with a single migration, that version has it too. */
  const listOlder = async () => {
    const names = (await readdir(migrationsDir)).sort();
    return names.slice(0, Math.max(1, names.length - 1));
  };

  async function createOlder({ url, query }: TestDatabase): Promise<void> {
    const older = join(folder, 'migrations');
    await mkdir(older);
    for (const name of await listOlder()) await copyFile(join(migrationsDir, name), join(older, name));
    await migrate(url, older, silent);
    const client = await connectTo(url);
    await createQueueTables(client, queueVersion);
    await client.end();
    await query("insert into users (username, password) values ('older', '-')");
    await query(
      "insert into bulk_runs (owner, id, request_hash, options, client_key) select id, id, '', '{}', '' from users where kind = 'browser'",
    );
    await query(
      `insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds,
                                 deletion_seconds, partition, table_name)
       values ('bulk.chunk', 'standard', 1, 1, false, 1, 100000, 100000, false, 'job_common')`,
    );
    await query(`insert into pgboss.job (name, data) values ('bulk.chunk', '{"run": 1}')`);
  }

  it('is made without migrating, and migrated after it is restored', async () => {
    const [source, target] = [await cloneDatabase('empty'), await cloneDatabase('empty')];
    await createOlder(source);
    const file = join(folder, 'older.backup');
    const env = { SECRETS_KEY: testMasterKey };
    expectSuccess(await runCommand(['backup', file], { ...env, DATABASE_URL: source.url }));
    const namesIn = ({ names }: TestDatabase) => names('select name from schema_migrations order by name');
    expect(await namesIn(source)).toEqual(await listOlder());

    const output = expectSuccess(await runCommand(['restore', file], { ...env, DATABASE_URL: target.url }));
    const all = (await readdir(migrationsDir)).sort();
    expect(output).toContain(all.slice((await listOlder()).length).join(', '));
    expect(await namesIn(target)).toEqual(all);
    expect(await target.query('select username from users order by username')).toEqual([
      { username: 'installation' },
      { username: 'older' },
    ]);
    expect(await target.query('select version from pgboss.version')).toEqual([{ version: queueVersion }]);
    // The next run gets the next number.
    await target.query(
      "insert into bulk_runs (owner, id, request_hash, options, client_key) select id, gen_random_uuid(), '', '{}', '' from users where username = 'older'",
    );
    expect(await target.query('select key::int from bulk_runs order by 1')).toEqual([{ key: 1 }, { key: 2 }]);

    await startQueue(target.url);
    const [{ version } = { version: 0 }] = await target.query<{ version: number }>(
      'select version from pgboss.version',
    );
    expect(version).toBeGreaterThan(queueVersion);
    expect(await target.query('select name, state::text from pgboss.job')).toEqual([
      { name: 'bulk.chunk', state: 'created' },
    ]);
  });
});

describe('the bundled PostgreSQL', { timeout: 120_000 }, () => {
  it('is restored on an empty machine, with the master key, and backed up while the product does not run', async () => {
    const server = await startTestApp();
    await server.startSession();
    const file = join(folder, 'all.backup');
    const own = { DATABASE_URL: server.database.url, SECRETS_KEY: testMasterKey };
    expectSuccess(await runCommand(['backup', file, '--with-key'], own));
    await server.stop();

    const bundled = { DATA_DIR: join(folder, 'data') };
    const output = expectSuccess(await runCommand(['restore', file], bundled));
    const keyFile = join(bundled.DATA_DIR, 'secrets.key');
    expect(output).toContain(`The master key from the backup is now in ${keyFile}`);
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
    expect((await readFile(keyFile, 'utf8')).trim()).toBe(testMasterKey);

    const health = expectSuccess(await runCommand(['doctor'], { ...bundled, DISK_FLOOR_MB: '0' }));
    expect(health).toContain(`in ${keyFile} opens all data keys`);
    const again = join(folder, 'again.backup');
    expect(expectSuccess(await runCommand(['backup', again], bundled))).toContain(
      `The key is in ${keyFile}.`,
    );
    const { code, stderr } = await runCommand(['restore', again], bundled);
    expect([code, stderr]).toEqual([1, expect.stringContaining('The database is not empty')]);
  });
});
