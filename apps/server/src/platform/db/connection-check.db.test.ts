import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { cloneDatabase, openDatabase } from '../../../test/database.ts';
import type { silent } from '../../../test/fixtures.ts';
import { checkConnections, readConnections } from './connection-check.ts';

const clone = await cloneDatabase('empty');
const database = openDatabase(clone.url, 1);

async function warningsFor(needed: number): Promise<object[]> {
  const warnings: object[] = [];
  const log = { warn: (about: object) => warnings.push(about) } as unknown as typeof silent;
  await checkConnections(database.pool, needed, log);
  return warnings;
}

it('warns if the server may not have enough connections for the process', async () => {
  expect(await warningsFor(1)).toEqual([]);
  expect(await warningsFor(100_000)).toEqual([expect.objectContaining({ needed: 100_000 })]);
});

it('counts the connections of other roles', async () => {
  const before = await readConnections(database.pool);
  const others = Array.from({ length: 20 }, () => new pg.Client({ connectionString: inject('adminUrl') }));
  for (const other of others) await other.connect();
  // Other tests connect and disconnect meanwhile.
  await expect
    .poll(async () => (await readConnections(database.pool)).used - before.used)
    .toBeGreaterThanOrEqual(10);
  for (const other of others) await other.end();
});

it('heeds the limits of the database', async () => {
  await clone.query(`alter database ${new URL(clone.url).pathname.slice(1)} connection limit 5`);
  expect(await warningsFor(100)).toEqual([expect.objectContaining({ max: 5 })]);
});
