import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cloneDatabase, queryAt, type TestDatabase } from '../../../test/database.ts';
import { dumpDatabase } from '../../../test/dump.ts';
import { silent, testMasterKey } from '../../../test/fixtures.ts';
import { makeFolder } from '../../../test/folder.ts';
import { runCommand } from '../../../test/run-command.ts';
import { startCluster } from '../postgres/cluster.ts';

const reason = 'This database was made by an earlier development version and cannot be upgraded.';

/** What an earlier version left: its first migration has another name. */
const earlierTables = `
  create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
  insert into schema_migrations (name, checksum) values ('0001_session.sql', 'a'), ('0030_unprocessed_rows.sql', 'b');
  create table users (id uuid primary key default gen_random_uuid(), username text not null);
  insert into users (username) values ('demo-user-earlier01');`;

/** Also where each row is and which transaction wrote it, and every relation with its owner. */
async function stateOf(database: TestDatabase): Promise<string> {
  const rows = await database.query('select ctid, xmin, * from users');
  const migrations = await database.query('select ctid, xmin, * from schema_migrations order by name');
  const relations = await database.query(
    `select c.oid, nspname, relname, relowner, c.xmin from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname !~ '^pg_' and nspname <> 'information_schema' order by c.oid`,
  );
  return JSON.stringify([rows, migrations, relations]) + (await dumpDatabase(database));
}

const folder = makeFolder();
const database = await cloneDatabase('empty');
await database.query(earlierTables);
const before = await stateOf(database);

describe('a database of an earlier development version, by its URL', () => {
  const run = (args: string[], env: Record<string, string> = {}) =>
    runCommand(args, {
      DATABASE_URL: database.url,
      SECRETS_KEY: testMasterKey,
      DATA_DIR: join(folder, 'data'),
      METRICS_PORT: 'off',
      ...env,
    });

  it.each([
    [['all'], {}],
    [['api'], {}],
    [['worker'], {}],
    [['api'], { MIGRATE: 'off' }],
    [['migrate'], {}],
    [['backup', '/nowhere/all.backup'], {}],
    [['rotate-key'], {}],
    [['audit'], {}],
  ])('is refused by %j %j with one sentence, and not changed', async (args, env) => {
    const { code, stderr } = await run(args, env);
    expect([code, stderr]).toEqual([1, `${reason} Name an empty database.\n`]);
    expect(await stateOf(database)).toBe(before);
  });

  it('is a problem for doctor, which checks nothing else in it', async () => {
    const { code, stdout, stderr } = await run(['doctor'], { DISK_FLOOR_MB: '0' });
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(new RegExp(`^problem +database +${reason} Name an empty database\\.$`, 'm'));
    expect(stdout).not.toContain('queue');
    expect(await stateOf(database)).toBe(before);
  });

  it('is refused as the target of a restore', async () => {
    const template = await cloneDatabase();
    const file = join(folder, 'all.backup');
    expect(await run(['backup', file], { DATABASE_URL: template.url })).toMatchObject({ code: 0 });
    const { code, stderr } = await run(['restore', file]);
    expect([code, stderr]).toEqual([1, `${reason} Name an empty database.\n`]);
    expect(await stateOf(database)).toBe(before);
  });
});

describe('the data folder of an earlier development version', { timeout: 120_000 }, () => {
  it('is refused with its name, and a new one in its place is used', async () => {
    const dataDir = join(folder, 'earlier');
    const cluster = await startCluster({ dataDir, durable: true, log: silent });
    await queryAt(cluster.url, earlierTables);
    await cluster.stop();

    const env = {
      DATA_DIR: dataDir,
      METRICS_PORT: 'off',
      DISK_FLOOR_MB: '0',
    };
    const sentence = `${reason} Move ${dataDir} away or name an empty database.`;
    for (const args of [['all'], ['postgres', '--dir', dataDir], ['rotate-key']]) {
      const { code, stderr } = await runCommand(args, env);
      expect([code, stderr]).toEqual([1, `${sentence}\n`]);
    }
    const { code, stdout } = await runCommand(['doctor'], env);
    expect([code, stdout]).toEqual([1, expect.stringContaining(sentence)]);
    expect(await runCommand(['doctor'], { ...env, DATA_DIR: join(folder, 'new') })).toMatchObject({
      code: 0,
    });
  });
});
