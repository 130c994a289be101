import type pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { cloneDatabase, connectTo, openDatabase, type TestDatabase } from '../../../test/database.ts';
import { waitUntil } from '../../../test/wait-until.ts';
import type { Database } from './database.ts';
import { createPartitions, type PartitionedTable, partitionOf } from './partitions.ts';

let clone: TestDatabase;
let database: Database;
beforeEach(async () => {
  clone = await cloneDatabase('empty');
  await clone.query(`
    create table days (day date not null, note text default 'none' check (note <> ''), primary key (day, note))
      partition by range (day);
    create table months (at timestamptz not null, note text) partition by range (at);
    create index months_at on months (at)`);
  database = openDatabase(clone.url);
});
const days: PartitionedTable = { name: 'days', period: 'day' };
const months: PartitionedTable = { name: 'months', period: 'month' };
const partitionsOf = (table: string) =>
  clone.names(
    `select relname::text as name from pg_class where relname ~ ('^' || $1 || '_\\d') and relkind = 'r' order by 1`,
    [table],
  );

/** A transaction that has read the table and stays open. */
async function startLongReader(table: string): Promise<pg.Client> {
  const reader = await connectTo(clone.url);
  await reader.query('begin isolation level repeatable read');
  await reader.query(`select from ${table}`);
  return reader;
}

/** Milliseconds that an insert takes. */
async function timeWrite(text: string): Promise<number> {
  const writer = await connectTo(clone.url);
  const began = performance.now();
  await writer.query(text);
  return performance.now() - began;
}

describe('partitionOf', () => {
  it.each([
    [days, '2026-02-28', { name: 'days_20260228', from: '2026-02-28', to: '2026-03-01' }],
    [days, '2027-12-31', { name: 'days_20271231', from: '2027-12-31', to: '2028-01-01' }],
    [
      months,
      '2026-12-31',
      { name: 'months_2026_12', from: '2026-12-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z' },
    ],
  ])('of %o at %s', (table, day, partition) => {
    expect(partitionOf(table, day)).toEqual(partition);
  });

  it.each(['2026-1-1', "2026-01-01'", ''])('refuses %j', (day) => {
    expect(() => partitionOf(days, day)).toThrow('is no day');
  });
});

describe('a partition', () => {
  it('has the keys, checks, defaults and indexes of its table', async () => {
    await createPartitions(database.db, days).prepare('2026-11-16');
    await clone.query("insert into days (day) values ('2026-11-16')");
    await expect(clone.query("insert into days (day) values ('2026-11-16')")).rejects.toThrow(
      'duplicate key',
    );
    await expect(clone.query("insert into days values ('2026-11-16', '')")).rejects.toThrow(
      'days_note_check',
    );
    await createPartitions(database.db, months).prepare('2026-11-16');
    const indexes = await clone.query<{ name: string }>(
      "select indexname::text as name from pg_indexes where tablename = 'months_2026_11' order by 1",
    );
    expect(indexes.map(({ name }) => name)).toEqual(['months_2026_11_at_idx']);
  });

  it('is created once by processes that need it at the same time', async () => {
    const pools = Array.from({ length: 4 }, () => openDatabase(clone.url, 2));
    const prepareAll = () =>
      Promise.all(pools.map(({ db }) => createPartitions(db, days).prepare('2026-11-16')));
    await prepareAll();
    await prepareAll();
    expect(await partitionsOf('days')).toEqual(['days_20261116']);
  });

  it('is not created if a longer one holds its time', async () => {
    await clone.query(
      "create table months_2026_12 partition of months for values from (minvalue) to ('2027-01-01Z')",
    );
    const partitions = createPartitions(database.db, months);
    for (const day of ['2026-10-31', '2026-12-31', '2027-01-01']) await partitions.prepare(day);
    expect(await partitionsOf('months')).toEqual(['months_2026_12', 'months_2027_01']);
  });

  it('is created when a lock becomes available', { timeout: 20_000 }, async () => {
    const other = await connectTo(clone.url);
    await other.query('begin');
    await other.query('lock table days in share update exclusive mode');
    const prepared = createPartitions(database.db, days).prepare('2026-11-16');
    const blocked = async () =>
      (await clone.query('select from pg_locks where not granted and relation is not null')).length > 0;
    await waitUntil('it to wait', blocked);
    await waitUntil('it to give up', async () => !(await blocked()));
    await other.query('commit');
    await prepared;
    expect(await partitionsOf('days')).toEqual(['days_20261116']);
  });
});

describe('a long reader', () => {
  it('makes neither the creation of a partition nor a writer wait', async () => {
    const partitions = createPartitions(database.db, days);
    await partitions.prepare('2026-11-16');
    const reader = await startLongReader('days');
    const began = performance.now();
    await partitions.prepare('2026-11-17');
    expect(performance.now() - began).toBeLessThan(2000);
    expect(await timeWrite("insert into days values ('2026-11-17', 'new')")).toBeLessThan(1000);
    await reader.query('commit');
  });

  it('makes the removal of a partition wait, but no writer and no other reader', async () => {
    const partitions = createPartitions(database.db, months);
    for (const day of ['2026-10-01', '2026-11-01']) await partitions.prepare(day);
    const reader = await startLongReader('months');
    const dropped = partitions.dropBefore('2026-11-16');
    const isDetaching = async () =>
      (await clone.query('select from pg_inherits where inhdetachpending')).length === 1;
    await waitUntil('the removal to wait', isDetaching);
    expect(await timeWrite("insert into months values ('2026-11-16Z')")).toBeLessThan(1000);
    expect(await timeWrite('select from months')).toBeLessThan(1000);
    expect(await isDetaching()).toBe(true);
    await reader.query('commit');
    await dropped;
    expect(await partitionsOf('months')).toEqual(['months_2026_11']);
  });

  it('that reads for longer than a statement may take postpones the removal', async () => {
    const hurried = openDatabase(clone.url, 2);
    hurried.pool.on('connect', (client) => void client.query('set statement_timeout = 500'));
    const partitions = createPartitions(hurried.db, days);
    for (const day of ['2026-11-14', '2026-11-15', '2026-11-16']) await partitions.prepare(day);
    const reader = await startLongReader('days');
    await partitions.dropBefore('2026-11-16');
    expect(await partitionsOf('days')).toHaveLength(3);
    await reader.query('commit');
    await partitions.dropBefore('2026-11-16');
    expect(await partitionsOf('days')).toEqual(['days_20261116']);
  });
});

it('the removal of partitions includes one that was detached when a process ended, and nothing with another name', async () => {
  const partitions = createPartitions(database.db, days);
  for (const day of ['2026-11-14', '2026-11-15', '2026-11-16']) await partitions.prepare(day);
  await clone.query('alter table days detach partition days_20261114');
  await clone.query('create table days_20261114_archive (day date)');
  await partitions.dropBefore('2026-11-15');
  expect(await partitionsOf('days')).toEqual(['days_20261114_archive', 'days_20261115', 'days_20261116']);
});
