import { describe, expect, it } from 'vitest';
import { startBulkFixture } from '../bulk.ts';
import { fillEverything, fillOrganization } from '../fill-everything.ts';
import { enqueueJob } from '../jobs.ts';
import { waitUntil } from '../wait-until.ts';

const scene = await startBulkFixture({ DISK_FLOOR_MB: '0' });
const { query, names } = scene.server.database;
const storedTables = scene.server.deps.features.flatMap((feature) => feature.tables ?? []);
/** Tables that hold nothing of an owner, and the events, which stay for a while without content. All others must be filled. */
const notOwned = storedTables
  .filter(
    ({ owner, ownerColumn, personColumn }) => !ownerColumn && !personColumn && !owner.includes('through'),
  )
  .map(({ name }) => name);

/** Without partitions: their rows are counted with the table that they are part of. */
const listTables = () =>
  names(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`,
  );

/** Tables with a column for the owner, and all tables that refer to one of them. */
const listOwned = () =>
  names(
    `with recursive owned (id) as (
       (select attrelid from pg_attribute where attname in ('owner', 'user_id')
         union select 'users'::regclass)
       union select conrelid from pg_constraint join owned on confrelid = owned.id)
     select relname as name from pg_class join owned on owned.id = pg_class.oid
      where relnamespace = 'public'::regnamespace and not relispartition`,
  );

async function countRows(): Promise<Record<string, number>> {
  const tables = (await listTables()).filter((name) => !notOwned.includes(name));
  const counts = tables.map(async (name) => {
    const [row] = await query<{ count: number }>(`select count(*)::int as count from ${name}`);
    return [name, row?.count ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

describe('erasing an owner', () => {
  it('knows every table, and which have an owner', async () => {
    const [tables, owned] = [await listTables(), await listOwned()];
    expect(owned.length).toBeGreaterThan(10);
    expect(storedTables.map(({ name }) => name).toSorted()).toEqual([...tables, 'pgboss.*'].toSorted());
    expect(notOwned.filter((name) => owned.includes(name) && name !== 'audit_events')).toEqual([]);
  });

  it('says which tables store IP addresses', async () => {
    const named = storedTables
      .filter(({ about, owner }) => `${about} ${owner}`.includes('IP address'))
      .map(({ name }) => name);
    const withAddress = await names(
      `select distinct relname as name from pg_attribute join pg_class on pg_class.oid = attrelid
        where attname in ('address', 'ip') and relkind in ('r', 'p')
          and relnamespace = 'public'::regnamespace and not relispartition`,
    );
    expect(withAddress.length).toBeGreaterThan(0);
    expect(named).toEqual(expect.arrayContaining(withAddress));
  });

  it('leaves no row of the owner in any table, and all rows of others', { timeout: 60_000 }, async () => {
    const [bystander, owner] = [await scene.startBulkUser(), await scene.startBulkUser()];
    await fillEverything(scene, bystander);
    await fillOrganization(scene);
    const before = await countRows();
    await fillEverything(scene, owner);
    const { organization, person } = await fillOrganization(scene);
    const filled = await countRows();
    // The owner's session was there before.
    const notFilled = Object.keys(filled).filter((name) => (filled[name] ?? 0) <= (before[name] ?? 0));
    expect(notFilled.filter((name) => name !== 'sessions')).toEqual([]);
    expect((await owner.send('DELETE', '/api/auth/session')).statusCode).toBe(204);
    for (const id of [organization, person]) {
      await query('update users set forgotten_at = now() where id = $1', [id]);
      await enqueueJob(scene.server.deps, 'session.erase-user', { owner: id });
    }
    const isErased = async () =>
      (await query('select from users where forgotten_at is not null')).length === 0;
    await waitUntil('all three to be erased', isErased, 30);
    const expected = { ...before };
    for (const name of ['sessions', 'users']) expected[name] = (before[name] ?? 0) - 1;
    // The answer to the server's own credentials has no owner.
    expected.warranty_records = (before.warranty_records ?? 0) + 1;
    expect(await countRows()).toEqual(expected);
  });
});
