import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rewriteBackup, rowsOf, structureOf } from '../../test/backup.ts';
import { startBulkFixture } from '../../test/bulk.ts';
import { cloneDatabase, type TestDatabase } from '../../test/database.ts';
import { fillEverything } from '../../test/fill-everything.ts';
import { testMasterKey } from '../../test/fixtures.ts';
import { makeFolder } from '../../test/folder.ts';
import { runCommand } from '../../test/run-command.ts';
import { verifyBackup } from '../platform/backup/verify-backup.ts';

const otherKey = Buffer.alloc(32, 'another master key').toString('base64');
const canary = 'the-owners-api-key';

const folder = makeFolder();
const file = join(folder, 'all.backup');
const scene = await startBulkFixture({ DISK_FLOOR_MB: '0' });
const source = scene.server.database;

const backUp = (path: string, ...options: string[]) =>
  runCommand(['backup', path, ...options], { DATABASE_URL: source.url, SECRETS_KEY: testMasterKey });

const restoreInto = (target: TestDatabase, path: string, key: string, ...options: string[]) =>
  runCommand(['restore', path, ...options], {
    DATABASE_URL: target.url,
    DATA_DIR: join(folder, 'no-data'),
    SECRETS_KEY: key,
  });

const user = await scene.startBulkUser();
await fillEverything(scene, user);
// What COPY has to escape.
await user.run('Serial,Maker,Notes\nB000001,Dell,"back\\slash, tab\t, ""quote"" and\nnew line é 😀 \\N"\n');
await scene.server.deps.jobs.stop();
expect(await backUp(file)).toMatchObject({ stderr: '', code: 0 });

const emptyDatabase = () => cloneDatabase('empty');
const isEmpty = async ({ query }: TestDatabase) =>
  (await query("select from pg_class where relnamespace in ('public'::regnamespace)")).length === 0;

/** Nothing is written to the database, and the operator gets a message instead of a stack. */
async function expectRefusal(path: string, key: string, message: string): Promise<string> {
  const target = await emptyDatabase();
  const { code, stdout, stderr } = await restoreInto(target, path, key);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(message);
  expect(stderr).toContain('Nothing was written');
  expect(stderr).not.toContain('    at ');
  expect(await isEmpty(target)).toBe(true);
  return stderr;
}

describe('a backup', { timeout: 60_000 }, () => {
  it('can be read by its owner only, and is not replaced', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const before = await readFile(file);
    const { code, stderr } = await backUp(file);
    expect([code, stderr]).toEqual([1, `${file} already exists. Choose another name.\n`]);
    expect((await readFile(file)).equals(before)).toBe(true);
  });

  it('contains the master key only if asked to, and says so', async () => {
    const [without, withKey] = [join(folder, 'without.backup'), join(folder, 'with.backup')];
    const outputs = [(await backUp(without)).stdout, (await backUp(withKey, '--with-key')).stdout];
    expect(outputs[0]).toContain('does NOT contain the master key');
    expect(outputs[0]).toContain('The key is in SECRETS_KEY');
    expect(outputs[1]).toContain('WARNING: this backup contains the master key');
    expect((await readFile(without)).includes(testMasterKey)).toBe(false);
    expect((await readFile(withKey)).includes(testMasterKey)).toBe(true);
    for (const text of outputs) expect(text).not.toContain(testMasterKey);
    const events = await source.query<{ details: object }>(
      "select details from audit_events where action = 'command.backup_created' order by at desc limit 2",
    );
    expect(events.map(({ details }) => details)).toEqual([{ change: 'with-key' }, { change: 'without-key' }]);
    await expectRefusal(withKey, otherKey, 'does not replace yours');
  });

  it('needs the key that it is told to include', async () => {
    const path = join(folder, 'wrong-key.backup');
    const env = { DATABASE_URL: source.url, SECRETS_KEY: otherKey };
    const { code, stderr } = await runCommand(['backup', path, '--with-key'], env);
    expect(code).toBe(1);
    expect(stderr).toContain('is not in SECRETS_KEY, so it cannot be included');
    await expect(stat(`${path}.part`)).rejects.toThrow('ENOENT');
  });

  it('of a database without our tables is refused', async () => {
    const target = await emptyDatabase();
    const env = { DATABASE_URL: target.url, SECRETS_KEY: testMasterKey };
    const { code, stderr } = await runCommand(['backup', join(folder, 'nothing.backup')], env);
    expect([code, stderr]).toEqual([1, expect.stringContaining('nothing to back up')]);
  });
});

describe('a restore', { timeout: 60_000 }, () => {
  it('brings back every row, table, trigger and sequence, and leaves an event', async () => {
    // The source has changed since: the other tests of this file left events.
    const path = join(folder, 'last.backup');
    await backUp(path);
    const target = await emptyDatabase();
    const { code, stdout, stderr } = await restoreInto(target, path, testMasterKey);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('The master key in SECRETS_KEY opens all stored vendor keys.');
    const rows = await rowsOf(target);
    expect(rows).toEqual(await rowsOf(source));
    expect(rows.join('\n')).not.toContain(canary);
    expect(await structureOf(target)).toEqual(await structureOf(source));
    const [event] = await target.query<{ partition: string }>(
      "select tableoid::regclass::text as partition from audit_events where action = 'command.backup_restored'",
    );
    expect(event?.partition).toMatch(/^audit_events_\d{4}_\d{2}$/);
    for (const table of ['audit_events', event?.partition])
      await expect(target.query(`truncate ${table}`)).rejects.toThrow('never changed');
  });

  it('without the key says what is lost, and leaves it out if asked to', async () => {
    const refusal = await expectRefusal(file, otherKey, 'the backup does not contain it');
    expect(refusal).toContain('1 values of stored vendor keys are lost');
    expect(refusal).not.toContain(otherKey);
    const target = await emptyDatabase();
    const { stdout, code } = await restoreInto(target, file, otherKey, '--without-key');
    expect([code, stdout]).toEqual([0, expect.stringContaining('have to enter them again')]);
    const count = `select (select count(*) from data_keys)::int as "dataKeys", (select count(*) from api_keys)::int as keys,
                          (select count(*) from users)::int as users, (select count(*) from bulk_rows)::int as rows`;
    const [left] = await target.query(count);
    const [had] = await source.query<Record<string, number>>(count);
    expect(left).toEqual({ ...had, dataKeys: 0, keys: 0 });
    expect(had?.keys).toBe(1);
  });

  it('is refused where there are tables already', async () => {
    const target = await emptyDatabase();
    await target.query('create table notes (text text)');
    const { code, stderr } = await restoreInto(target, file, testMasterKey);
    expect([code, stderr]).toEqual([1, expect.stringContaining('The database is not empty')]);
    expect(await target.query("select from pg_class where relname = 'users'")).toEqual([]);
  });

  it('of a damaged file is refused', async () => {
    const whole = await readFile(file);
    const path = join(folder, 'damaged.backup');
    for (let index = 0; index < 60; index += 1) {
      const changed = Buffer.from(whole);
      const at = Math.floor((index / 60) * whole.length);
      changed[at] = (changed[at] ?? 0) ^ (1 << (index % 8));
      await writeFile(path, changed);
      await expect(verifyBackup(path)).rejects.toThrow(/is damaged|is not a backup|format/);
    }
    for (const share of [0.999, 0.5, 0.1, 0.001]) {
      await writeFile(path, whole);
      await truncate(path, Math.floor(whole.length * share));
      await expect(verifyBackup(path)).rejects.toThrow(/is damaged|is not a backup/);
    }
    await writeFile(path, Buffer.concat([whole, Buffer.from('x')]));
    await expectRefusal(path, testMasterKey, 'is damaged');
    await writeFile(path, 'something else');
    await expect(verifyBackup(path)).rejects.toThrow('is damaged');
  });

  it('that fails on the way leaves an empty database', async () => {
    const { ends } = await verifyBackup(file);
    const last = JSON.stringify(ends.at(-1));
    const otherCount = join(folder, 'other-count.backup');
    await rewriteBackup(file, otherCount, ({ payload }) =>
      payload.toString() === last ? Buffer.from(last.replace('"rows":', '"rows":1')) : payload,
    );
    await expectRefusal(otherCount, testMasterKey, 'is damaged');
    // PostgreSQL refuses these rows in the middle of a COPY.
    const otherColumns = join(folder, 'other-columns.backup');
    await rewriteBackup(file, otherColumns, ({ type, payload }) =>
      type === 'h'
        ? Buffer.from(payload.toString().replace('"columns":["id","username",', '"columns":["id",'))
        : payload,
    );
    const target = await emptyDatabase();
    const { code, stderr } = await restoreInto(target, otherColumns, testMasterKey);
    expect([code, stderr]).toEqual([1, expect.stringContaining('extra data after last expected column')]);
    expect(await isEmpty(target)).toBe(true);
  });

  const withHeader = async (name: string, change: (header: string) => string) => {
    const path = join(folder, `${name}.backup`);
    await rewriteBackup(file, path, ({ type, payload }) =>
      type === 'h' ? Buffer.from(change(payload.toString())) : payload,
    );
    return path;
  };

  it.each([
    ['another first migration', '"0001_first.sql"', '"0001_session.sql"'],
    ['another file for it', '"0001_first.sql","checksum":"', '"0001_first.sql","checksum":"0'],
  ])('of an earlier development version is refused: %s', async (_, text, replacement) => {
    const earlier = await withHeader(`earlier ${replacement.length}`, (header) =>
      header.replace(text, replacement),
    );
    const stderr = await expectRefusal(earlier, testMasterKey, 'cannot be restored');
    expect(stderr).toBe(
      'This backup was made by an earlier development version and cannot be restored. Nothing was written.\n',
    );
  });

  it('of a newer version is refused', async () => {
    const migration = '{"name":"9999_later.sql","checksum":"0"}';
    const later = await withHeader('migration', (text) =>
      text.replace('"migrations":[', `"migrations":[${migration},`),
    );
    await expectRefusal(later, testMasterKey, 'the migration 9999_later.sql');
    const queue = await withHeader('queue', (text) =>
      text.replace(/"queueVersion":\d+/, '"queueVersion":999'),
    );
    await expectRefusal(queue, testMasterKey, 'newer version');
    const field = await withHeader('field', (text) => text.replace('{', '{"later":1,'));
    await expectRefusal(field, testMasterKey, 'newer version');
    const bound = await withHeader('bound', (text) =>
      text.replace(/"bound":"FOR VALUES FROM/, '"bound":"DEFAULT; drop table users; --'),
    );
    await expectRefusal(bound, testMasterKey, 'newer version');
  });

  it('leaves out tables that are not ours, and says so', async () => {
    await source.query("create table notes as select 'text' as text");
    const path = join(folder, 'notes.backup');
    await backUp(path);
    await source.query('drop table notes');
    const { code, stdout } = await restoreInto(await emptyDatabase(), path, testMasterKey);
    expect([code, stdout]).toEqual([0, expect.stringContaining('do not belong to this product: notes.')]);
  });
});
