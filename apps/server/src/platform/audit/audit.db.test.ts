import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cloneDatabase, openDatabase } from '../../../test/database.ts';
import { silent } from '../../../test/fixtures.ts';
import { clientOf } from '../fairness/client-key.ts';
import { type Caller, commandCaller, systemCaller } from '../ownership/caller.ts';
import { toOwnerId } from '../ownership/owner-id.ts';
import { createAudit } from './audit.ts';

const clone = await cloneDatabase();
const database = openDatabase(clone.url);
const audit = createAudit({ db: database.db, log: silent });
await audit.prepare();

const browser = (ip = '192.0.2.7'): Caller => {
  const id = randomUUID();
  return {
    owner: toOwnerId(id),
    actor: { kind: 'browser', id },
    client: clientOf(ip),
    requestId: randomUUID(),
  };
};
const eventsOf = (owner: string | null) =>
  clone.query('select * from audit_events where owner is not distinct from $1', [owner]);
const tables = () =>
  clone.names(
    "select relname::text as name from pg_class where relname ~ '^audit_events_\\d' and relkind = 'r' order by 1",
  );
const monthFrom = (start: Date, offset: number) => {
  const first = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + offset));
  return first.toISOString().slice(0, 7);
};

describe('an audit event', () => {
  it('says who did what, when, to what and from where', async () => {
    const caller = browser();
    await database.db.transaction().execute((tx) =>
      audit.record(tx, caller, {
        action: 'vendor_key.saved',
        targetId: 'some-id',
        details: { vendor: 'dell', keyType: 'client_id' },
      }),
    );
    expect(await eventsOf(caller.owner)).toEqual([
      {
        at: expect.any(Date),
        id: expect.any(String),
        owner: caller.owner,
        actor_kind: 'browser',
        actor_id: caller.actor.id,
        action: 'vendor_key.saved',
        target_id: 'some-id',
        outcome: 'done',
        request_id: caller.requestId,
        address_hash: expect.stringMatching(/^[0-9a-f]{32}$/),
        details: { vendor: 'dell', keyType: 'client_id' },
      },
    ]);
  });

  it('has the same hash for the addresses of one household, and none without a request', async () => {
    const [one, other, far] = [browser('2001:db8::1'), browser('2001:db8::ffff'), browser('2001:db8:1::1')];
    for (const caller of [one, other, far, systemCaller(toOwnerId(randomUUID())), commandCaller])
      await audit.recordAlone(caller, { action: 'session.created' });
    const hashOf = async ({ owner }: Caller) => (await eventsOf(owner))[0]?.address_hash;
    expect(await hashOf(one)).toBe(await hashOf(other));
    expect(await hashOf(far)).not.toBe(await hashOf(one));
    expect(await hashOf(commandCaller)).toBeNull();
  });

  it('is rolled back with its change', async () => {
    const caller = browser();
    const change = database.db.transaction().execute(async (tx) => {
      await audit.record(tx, caller, { action: 'token.created' });
      throw new Error('the change failed');
    });
    await expect(change).rejects.toThrow('the change failed');
    expect(await eventsOf(caller.owner)).toEqual([]);
  });

  it.each(['Inventory script', 'wlt_Secret', 'ABC1234', 'someone@example.com', '', 'a'.repeat(51)])(
    'refuses the detail %j, which is not a word of ours',
    async (vendor) => {
      const caller = browser();
      await expect(
        audit.recordAlone(caller, { action: 'vendor_key.saved', details: { vendor } }),
      ).rejects.toThrow('not a word of ours');
      expect(await eventsOf(caller.owner)).toEqual([]);
    },
  );
});

const changes = (table: string) => [
  `update ${table} set action = 'session.created'`,
  `update ${table} set action = action where false`,
  `delete from ${table}`,
  `delete from ${table} where false`,
  `truncate ${table}`,
  `truncate ${table} cascade`,
  `insert into ${table} (at, id, actor_kind, action) select at, id, actor_kind, 'x' from ${table}
     on conflict (at, id) do update set action = 'x'`,
];

describe('a recorded event', () => {
  const refused = { code: '42501', message: 'audit events are never changed' };
  const count = async () => (await clone.query('select 1 from audit_events')).length;

  it.each(['the table', 'a month'])('cannot be changed or deleted in %s', async (place) => {
    await audit.recordAlone(browser(), { action: 'session.created' });
    const table = place === 'a month' ? ((await tables())[0] ?? '') : 'audit_events';
    const before = await count();
    for (const change of changes(table)) await expect(clone.query(change)).rejects.toMatchObject(refused);
    expect(await count()).toBe(before);
  });

  it('stays protected in a month that was not made by the program', async () => {
    await clone.query(
      "create table by_hand partition of audit_events for values from ('2020-01-01') to ('2020-02-01')",
    );
    await clone.query(
      "insert into audit_events (at, owner, actor_kind, action) values ('2020-01-05', gen_random_uuid(), 'system', 'session.created')",
    );
    await expect(clone.query('delete from by_hand')).rejects.toMatchObject(refused);
    await expect(clone.query("update by_hand set action = 'x'")).rejects.toMatchObject(refused);
    await clone.query('drop table by_hand');
  });
});

describe('months', () => {
  it('exist for this month and the next three, each with a key', async () => {
    const now = new Date();
    const expected = [0, 1, 2, 3].map((offset) => monthFrom(now, offset));
    expect(await tables()).toEqual(expected.map((month) => `audit_events_${month.replace('-', '_')}`));
    const keys = await clone.query<{ month: string; length: number }>(
      'select month::text, length(key) as length from audit_address_keys order by month',
    );
    expect(keys).toEqual(expected.map((month) => ({ month: `${month}-01`, length: 32 })));
  });

  it('are made once by processes that start at the same time, and keep their key', async () => {
    const fresh = await cloneDatabase();
    const pools = Array.from({ length: 4 }, () => openDatabase(fresh.url, 2));
    const keys = () => fresh.query('select * from audit_address_keys order by month');
    const prepareAll = () => Promise.all(pools.map(({ db }) => createAudit({ db, log: silent }).prepare()));
    await prepareAll();
    const before = await keys();
    await prepareAll();
    expect(await keys()).toEqual(before);
  });

  it('are dropped when all of their events are past retention, and their keys when the month is over', async () => {
    const now = new Date();
    const past = [-5, -4, -3, -2, -1].map((offset) => monthFrom(now, offset));
    for (const month of past) {
      await clone.query('select make_audit_month($1::date)', [`${month}-01`]);
      await clone.query("insert into audit_address_keys (month, key) values ($1, sha256(''))", [
        `${month}-01`,
      ]);
    }
    await audit.sweep(90);
    const oldest = new Date(now.getTime() - 90 * 24 * 3600 * 1000).toISOString().slice(0, 7);
    const left = (await tables()).map((name) => name.slice(-7).replace('_', '-'));
    expect(left.slice(0, -4)).toEqual(past.filter((month) => month >= oldest));
    expect(left.length).toBeLessThan(9);
    const [{ first } = { first: '' }] = await clone.query<{ first: string }>(
      'select min(month)::text as first from audit_address_keys',
    );
    expect(first).toBe(`${monthFrom(now, 0)}-01`);
  });

  it('that are missing make the change fail until they exist', async () => {
    const bare = await cloneDatabase();
    const { db } = openDatabase(bare.url, 3);
    const late = createAudit({ db, log: silent });
    await expect(late.recordAlone(browser(), { action: 'session.created' })).rejects.toThrow('no table');
    await expect
      .poll(() => late.recordAlone(browser(), { action: 'session.created' }).then(() => 'recorded', String))
      .toBe('recorded');
  });
});
