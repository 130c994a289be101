import { getEventListeners } from 'node:events';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { cloneDatabase } from '../../../test/database.ts';
import { currentRequest } from '../fairness/current-request.ts';
import { createFairPool } from './fair-pool.ts';

let order: string[];
/** Whose request each statement ran for. */
let sharers: string[];

class WatchedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver has a signature for every way to call this
  override query(...args: any[]): any {
    sharers.push(currentRequest.getStore()?.owner ?? 'everyone');
    return Reflect.apply(super.query, this, args);
  }
}

const database = await cloneDatabase();
const config = { connectionString: database.url, max: 1, connectionTimeoutMillis: 1000 };
const pool = createFairPool({ ...config, Client: WatchedClient } as pg.PoolConfig);
afterAll(async () => {
  await pool.end();
});
beforeEach(() => {
  order = [];
  sharers = [];
});

const query = async (name: string) => {
  await pool.query('select 1');
  order.push(name);
};
const queryAs = (owner: string, address: string) =>
  currentRequest.run({ owner, client: { key: address } }, () => query(owner));

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
      names.map((name) => currentRequest.run({ owner: 'one', client: { key: 'a' } }, () => query(name))),
    );
    expect(order).toEqual(names);
  });

  it('runs a statement for the request that waited, not for the one that released the connection', async () => {
    const client = await pool.connect();
    const waiting = [queryAs('one', 'a'), query('everyone'), queryAs('two', 'b')];
    currentRequest.run({ owner: 'holder', client: { key: 'c' } }, () => client.release());
    await Promise.all(waiting);
    expect(order).toHaveLength(3);
    expect(sharers).toEqual(order);
  });

  it('runs statements for their own requests if several ask for a free connection at once', async () => {
    await Promise.all([queryAs('one', 'a'), query('everyone'), queryAs('two', 'b')]);
    expect(order).toHaveLength(3);
    expect(sharers).toEqual(order);
  });

  it('drops what a client that disconnected waits for, unless it changes something', async () => {
    const client = await pool.connect();
    const gone = new AbortController();
    const of = (owner: string, changesNothing: boolean) =>
      currentRequest.run({ owner, client: { key: 'a' }, signal: gone.signal, changesNothing }, () =>
        query(owner),
      );
    const waiting = Promise.allSettled([of('read', true), of('write', false)]);
    gone.abort(new Error('left'));
    const late = await Promise.allSettled([of('late', true)]);
    client.release();
    const settled = [...(await waiting), ...late];
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
    expect(settled[0]).toMatchObject({ reason: { message: 'left' } });
    expect(order).toEqual(['write']);
  });

  it('keeps nothing of a statement that has run or has timed out while its request goes on', async () => {
    const { signal } = new AbortController();
    const read = () =>
      currentRequest.run({ owner: 'one', client: { key: 'a' }, signal, changesNothing: true }, () =>
        query('read'),
      );
    await Promise.all([read(), read()]);
    const client = await pool.connect();
    await expect(read()).rejects.toThrow('timeout');
    client.release();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
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
