import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { atEnd } from '../../../test/at-end.ts';
import { cloneDatabase, openDatabase, queryAt, type TestDatabase } from '../../../test/database.ts';
import { migrationsDir, silent, testMasterKey } from '../../../test/fixtures.ts';
import { makeFolder } from '../../../test/folder.ts';
import { runCommand } from '../../../test/run-command.ts';
import { migrate } from '../db/migrate.ts';
import { systemCaller } from '../ownership/caller.ts';
import { toOwnerId } from '../ownership/owner-id.ts';
import { createAudit } from './audit.ts';

const deployment = readFileSync(new URL('../../../../../docs/deployment.md', import.meta.url), 'utf8');
/** What the page tells a superuser to run. */
const [, handOver = ''] =
  /### Protect the events from the program\n.*?```sql\n(.*?)```/s.exec(deployment) ?? [];

/** A database with an event, which was recorded by the role of the product. */
async function openPlace() {
  // Without the owner guard: its triggers and its role are no part of what the page describes.
  const database = await cloneDatabase('migrated');
  const product = openDatabase(database.url, 2);
  const audit = createAudit({ db: product.db, log: silent });
  await audit.prepare();
  await audit.recordAlone(systemCaller(toOwnerId('3f1c9a52-8a4e-4b53-9d5f-8a9f3e3c7a10')), {
    action: 'token.created',
  });
  return { database, product, audit, month: (await monthsOf(database))[0] ?? '' };
}

function asSuperuser({ name }: Pick<TestDatabase, 'name'>, text: string) {
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${name}`;
  return queryAt(url.href, text);
}

const eventsOf = ({ query }: TestDatabase) => query('select * from audit_events order by at, id');
const monthsOf = ({ names }: TestDatabase) =>
  names(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_events'::regclass order by 1",
  );

describe('the role of the product', () => {
  it('can change one by default, because it owns the tables', async () => {
    const place = await openPlace();
    const { query } = place.database;
    for (const table of ['audit_events', place.month]) {
      await query(`alter table ${table} disable trigger user`);
      await query(`update ${table} set action = 'session.created' where action = 'token.created'`);
      await query(`alter table ${table} enable trigger user`);
    }
    expect(await eventsOf(place.database)).toMatchObject([{ action: 'session.created' }]);
  });
});

const clusterName = new URL(inject('clusterUrl')).pathname.slice(1);
atEnd(() => asSuperuser({ name: clusterName }, 'drop role warranty_audit'));
const place = await openPlace();
const role = new URL(place.database.url).username;
await asSuperuser(
  place.database,
  handOver
    .replaceAll('database warranty ', `database ${place.database.name} `)
    .replaceAll(/\bwarranty\b/g, role),
);

describe('the role of the product, if another one owns the events', () => {
  const sql = (text: string) => text.replace('MONTH', place.month).replace('ROLE', role);

  it.each([
    'alter table audit_events disable trigger user',
    'alter table MONTH disable trigger user',
    'alter table audit_events detach partition MONTH',
    'alter table audit_events owner to ROLE',
    'alter table audit_events alter column action set default 0',
    "update audit_events set action = 'session.created'",
    "update MONTH set action = 'session.created'",
    'delete from audit_events',
    'delete from MONTH',
    'truncate audit_events',
    'truncate MONTH',
    'drop table audit_events',
    'drop table MONTH',
    'drop trigger audit_events_final on audit_events',
    'drop function refuse_audit_change() cascade',
    "create or replace function refuse_audit_change() returns trigger language plpgsql as 'begin return new; end'",
    "create or replace function drop_audit_months(date) returns void language sql as 'select'",
    'create rule hide as on select to audit_events do instead nothing',
    'grant delete on audit_events to ROLE; delete from audit_events',
    'set session_replication_role = replica',
    'set role warranty_audit',
    'alter schema public owner to ROLE',
    'drop schema public cascade',
    'create role other superuser',
  ])('can change and remove none: %s', async (text) => {
    const before = await eventsOf(place.database);
    expect(before).toHaveLength(1);
    await expect(place.database.query(sql(text))).rejects.toMatchObject({ code: '42501' });
    expect(await eventsOf(place.database)).toEqual(before);
  });

  it('does not run its own functions with the rights of the owner', async () => {
    const { query } = place.database;
    const before = await eventsOf(place.database);
    // PostgreSQL has none for a date, so this one would be preferred.
    await query(`create function public.to_char(date, text) returns text language plpgsql as
                   'begin drop table public.audit_events cascade; return ''2020_01''; end'`);
    await query("select drop_audit_months('3000-01-01')");
    await query('drop function public.to_char(date, text)');
    expect(await eventsOf(place.database)).toEqual(before);
  });

  it('drops only months that ended more than 30 days ago', async () => {
    const { query } = place.database;
    const months = await monthsOf(place.database);
    await query("select make_audit_month('2020-01-01')");
    expect(await monthsOf(place.database)).toEqual(['audit_events_2020_01', ...months]);
    await query("select drop_audit_months('3000-01-01')");
    expect(await monthsOf(place.database)).toEqual(months);
  });

  it('goes on working: it adds events and months, migrates and is backed up', async () => {
    const months = await monthsOf(place.database);
    await asSuperuser(place.database, `drop table ${months.at(-1)}`);
    await place.audit.sweep(90);
    expect(await monthsOf(place.database)).toEqual(months);
    await place.audit.recordAlone(systemCaller(toOwnerId('3f1c9a52-8a4e-4b53-9d5f-8a9f3e3c7a11')), {
      action: 'token.revoked',
    });
    expect(await migrate(place.database.url, migrationsDir, silent)).toEqual([]);
    const env = { DATABASE_URL: place.database.url, SECRETS_KEY: testMasterKey };
    const backup = await runCommand(['backup', join(makeFolder(), 'all.backup')], env);
    expect(backup).toMatchObject({ code: 0, stderr: '' });
    expect(await eventsOf(place.database)).toHaveLength(3);
  });
});
