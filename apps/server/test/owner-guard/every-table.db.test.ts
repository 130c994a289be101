import { describe, expect, inject, it } from 'vitest';
import { startBulkFixture } from '../bulk.ts';
import { openDatabase } from '../database.ts';
import { fillEverything, fillOrganization } from '../fill-everything.ts';
import { describeFindings, takeFindings } from './findings.ts';
import { requestOf } from './request-of.ts';

/** The tables of which at least one row belongs to the user who is not asking. */
const scene = await startBulkFixture({ DISK_FLOOR_MB: '0' });
const { database, deps, ownerOf } = scene.server;
const [bystander, owner] = [await scene.startBulkUser(), await scene.startBulkUser()];
await fillEverything(scene, bystander);
await fillOrganization(scene);
const ownerId = await ownerOf(owner.userId);
const { pool } = openDatabase(database.url, 1);

const guarded = inject('ownerGuard')?.tables ?? [];

/** What is found if a request of the other user runs the statement, which is undone. */
async function findIn(text: string): Promise<string> {
  const client = await pool.connect();
  await client.query('begin');
  await requestOf(ownerId ?? '', () => client.query(text)).catch(() => undefined);
  await client.query('rollback');
  client.release();
  return describeFindings(takeFindings());
}

describe('the owner guard', () => {
  it('knows every table that the features declare as owned, and the events', () => {
    const tables = deps.features.flatMap((feature) => feature.tables ?? []);
    const owned = tables.filter(
      ({ owner, ownerColumn, personColumn }) => ownerColumn || personColumn || owner.includes('through'),
    );
    const names = [...owned.map(({ name }) => name), 'audit_events'];
    expect(guarded.toSorted()).toEqual(names.toSorted());
  });

  it.each(guarded)('%s is hidden from second runs', async (table) => {
    expect(await findIn(`select count(*) from ${table}`)).toContain('with other values');
  });

  // Events are not deleted at all.
  it.each(guarded.filter((name) => name !== 'audit_events'))('%s keeps the rows of others', async (table) => {
    expect(await findIn(`delete from ${table}`)).toContain(`delete of a row of another owner in ${table}`);
  });
});
