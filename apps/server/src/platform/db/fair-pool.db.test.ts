import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/database.ts';
import { currentSharer } from '../current-sharer.ts';
import { createFairPool } from './fair-pool.ts';

let database: TestDatabase;
let pool: ReturnType<typeof createFairPool>;
let order: string[];
beforeAll(async () => {
  database = await cloneDatabase();
  pool = createFairPool({ connectionString: database.url, max: 1, connectionTimeoutMillis: 1000 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => {
  order = [];
});

const query = async (name: string) => {
  await pool.query('select 1');
  order.push(name);
};
const queryAs = (owner: string, address: string) => currentSharer.run({ owner, address }, () => query(owner));

/** Holds the only connection until all of the work is waiting for it. */
async function whileBusy(begin: () => Promise<void>[]): Promise<void> {
  const client = await pool.connect();
  const work = begin();
  client.release();
  await Promise.all(work);
}

describe('createFairPool', () => {
  it('gives connections to addresses and owners in turn, and first to what serves everyone', async () => {
    await whileBusy(() => [
      ...['a1', 'a1', 'a2', 'a1'].map((owner) => queryAs(owner, 'a')),
      queryAs('b1', 'b'),
      query('everyone'),
      queryAs('c1', 'c'),
    ]);
    expect(order).toEqual(['everyone', 'a1', 'b1', 'c1', 'a2', 'a1', 'a1']);
  });

  it('keeps the order of arrival of one owner', async () => {
    const names = ['first', 'second', 'third'];
    await whileBusy(() =>
      names.map((name) => currentSharer.run({ owner: 'one', address: 'a' }, () => query(name))),
    );
    expect(order).toEqual(names);
  });

  it('still gives up after a while, and goes on with the others', async () => {
    const client = await pool.connect();
    const late = await Promise.allSettled([queryAs('one', 'a'), queryAs('two', 'b')]);
    expect(late.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = queryAs('three', 'c');
    client.release();
    await next;
    expect(order).toEqual(['three']);
  });
});
