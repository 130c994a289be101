import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../test/app.ts';
import { cloneDatabase } from '../../test/database.ts';
import { fillOrganization } from '../../test/fill-everything.ts';
import { testMasterKey } from '../../test/fixtures.ts';
import { runCommand } from '../../test/run-command.ts';
import { adviceForVersion } from '../platform/doctor/postgres-releases.ts';

const server = await startTestApp();
const { query } = server;

interface Line {
  level: string;
  text: string;
}

/** The lines by their names. */
async function examine(env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runCommand(['doctor'], {
    DATABASE_URL: server.database.url,
    DATA_DIR: '/tmp',
    SECRETS_KEY: testMasterKey,
    DISK_FLOOR_MB: '0',
    ...env,
  });
  const lines = stdout.split('\n').filter(Boolean);
  const found = lines.map((line): [string, Line] => {
    const [, level = '', name = '', text = ''] = /^(\w+) +([\w-]+(?: rows)?) +(.*)$/.exec(line) ?? [];
    return [name, { level, text }];
  });
  return { code, stdout, stderr, lines: Object.fromEntries(found) as Record<string, Line> };
}

const levels = (lines: Record<string, Line>) =>
  Object.fromEntries(Object.entries(lines).map(([name, { level }]) => [name, level]));

const allOk = {
  settings: 'ok',
  disk: 'ok',
  connections: 'ok',
  clock: 'ok',
  migrations: 'ok',
  keys: 'ok',
  size: 'ok',
  'dead rows': 'ok',
  queue: 'ok',
};

/** The tests run on the bundled PostgreSQL, which lacks the newest fixes, or on one that HARNESS_POSTGRES names. */
async function expectAdviceOnVersion(line: Line | undefined): Promise<void> {
  const [row] = await query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const version = row?.version ?? 0;
  const advice = adviceForVersion({ major: Math.floor(version / 10_000), minor: version % 10_000 }, false);
  expect(line?.level).toBe(advice ? 'warning' : 'ok');
  if (advice) expect(line?.text).toContain(advice);
}

describe('the doctor', { timeout: 60_000 }, () => {
  it('finds nothing wrong with an installation that runs, and leaves an event', async () => {
    const { code, stderr, lines, stdout } = await examine();
    expect([code, stderr]).toEqual([0, '']);
    expect(levels(lines)).toEqual({ ...allOk, database: lines.database?.level });
    await expectAdviceOnVersion(lines.database);
    const { password, host, pathname } = new URL(server.database.url);
    expect(lines.database?.text).toContain(`${host}${pathname}`);
    expect(lines.keys?.text).toMatch(/^the master key [0-9a-f]{8} in SECRETS_KEY opens all data keys$/);
    for (const secret of [password, testMasterKey]) expect(stdout).not.toContain(secret);
    const events = await query("select from audit_events where action = 'command.doctor_run'");
    expect(events.length).toBe(1);
  });

  it('says that the database is away', async () => {
    const { code, lines, stdout } = await examine({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/none' });
    expect(code).toBe(1);
    expect(lines.database).toEqual({
      level: 'problem',
      text: 'does not respond: connect ECONNREFUSED 127.0.0.1:1',
    });
    expect(levels(lines)).toEqual({ settings: 'ok', disk: 'ok', database: 'problem' });
    expect(stdout).not.toContain('hunter2');
  });

  it('names wrong settings', async () => {
    const { code, lines } = await examine({ PORT: 'many', DISK_FLOOR_MB: 'much' });
    expect([code, lines.settings?.level]).toEqual([1, 'problem']);
    expect(lines.settings?.text).toMatch(/PORT .*DISK_FLOOR_MB/);
  });

  it('finds a master key that does not fit, and prints none', async () => {
    const other = Buffer.alloc(32, 'another').toString('base64');
    const { code, lines, stdout } = await examine({ SECRETS_KEY: other });
    expect([code, lines.keys?.level]).toEqual([1, 'problem']);
    expect(stdout).not.toContain(other);
  });

  it('finds migrations that are pending or newer', async () => {
    const empty = await cloneDatabase('empty');
    const { code, lines } = await examine({ DATABASE_URL: empty.url });
    expect([code, lines.migrations?.level]).toEqual([0, 'warning']);
    expect(lines.migrations?.text).toMatch(/^\d+ pending/);
    expect(await empty.query("select from pg_class where relname = 'users'")).toEqual([]);

    await query("insert into schema_migrations values ('9999_later.sql', 'x')");
    expect((await examine()).lines.migrations?.level).toBe('warning');
    await query("delete from schema_migrations where name = '9999_later.sql'");
  });

  it('finds jobs that wait too long and jobs that failed', async () => {
    await query(
      `insert into pgboss.job (name, state, created_on, start_after)
       values ('bulk.chunk', 'failed', now(), now()),
              ('bulk.chunk', 'created', now() - interval '20 minutes', now() - interval '20 minutes')`,
    );
    // A process without requests closes its connections after a while, and then looks as if it did not run.
    await server.startSession();
    const { code, lines } = await examine();
    expect([code, lines.queue?.level]).toEqual([1, 'problem']);
    expect(lines.queue?.text).toMatch(/^1 jobs wait, the oldest for 12\d\d s; start more workers; 1 failed/);
    await query("delete from pgboss.job where name = 'bulk.chunk'");
  });

  it('finds a limit on connections that is too low', async () => {
    await query(`alter database ${server.database.name} connection limit 10`);
    const { lines } = await examine();
    expect(lines.connections?.level).toMatch(/warning|problem/);
    expect(lines.connections?.text).toContain('lower DATABASE_POOL_SIZE');
    await query(`alter database ${server.database.name} connection limit -1`);
  });
});

describe('where people sign in, the doctor', { timeout: 60_000 }, () => {
  const optional = { SIGN_IN: 'optional', PUBLIC_URL: 'https://warranty.example.com' };

  it('names the host of passkeys, and says who is kept out', async () => {
    await fillOrganization(server);
    const { code, stderr, lines } = await examine(optional);
    expect([code, stderr]).toEqual([0, '']);
    const added = { 'sign-in': 'ok', admins: 'ok', passkeys: 'warning' };
    expect(levels(lines)).toEqual({ ...allOk, ...added, database: lines.database?.level });
    expect(lines['sign-in']?.text).toContain('warranty.example.com');
  });

  it('refuses an address for which browsers offer no passkeys', async () => {
    const { code, lines } = await examine({ ...optional, PUBLIC_URL: 'https://192.0.2.1' });
    expect([code, levels(lines)]).toEqual([1, { settings: 'problem' }]);
    expect(lines.settings?.text).toContain('SIGN_IN requires a PUBLIC_URL with https and a name');
  });

  it('says nothing about people of a database that has no tables for them yet', async () => {
    const empty = await cloneDatabase('empty');
    const { code, lines } = await examine({ ...optional, DATABASE_URL: empty.url });
    expect([code, lines['sign-in']?.level, lines.admins, lines.passkeys]).toEqual([
      0,
      'ok',
      undefined,
      undefined,
    ]);
  });
});
