import { describe, expect, it } from 'vitest';
import { cloneDatabase, connectTo, openDatabase } from '../../../test/database.ts';
import { clientsWait, prepare } from './prepared.ts';
import { createReadBatcher, type Placed, questionRows } from './read-batcher.ts';

const database = await cloneDatabase('empty');
const product = openDatabase(database.url, 2, 'batched');

interface Halved extends Placed {
  half: number;
}

const findHalves = prepare<Halved>(
  'halves',
  { place: 'int4', half: 'int4' },
  `select place::int4, value::int / 2 as half from unnest($1::text[]) with ordinality as asked (value, place)
    where value <> 'none'`,
  clientsWait,
);

function startAsking() {
  const asked: string[][] = [];
  const halve = createReadBatcher((values: string[]) => {
    asked.push(values);
    return findHalves(product.pool, values);
  });
  return { asked, halve: async (value: string) => (await halve(value))?.half };
}

describe('createReadBatcher', () => {
  it('gives each call its own row, or none', async () => {
    const { asked, halve } = startAsking();
    const values = ['8', 'none', '2', '8'];
    expect(await Promise.all(values.map(halve))).toEqual([4, undefined, 1, 4]);
    expect(asked).toEqual([values]);
  });

  it('rejects only the call whose value PostgreSQL does not accept', async () => {
    const { asked, halve } = startAsking();
    const outcomes = await Promise.allSettled(['8', '6', 'a\u0000b', '4', '2', 'many', '0'].map(halve));
    expect(outcomes.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.code))).toEqual([
      4,
      3,
      '22021',
      2,
      1,
      '22P02',
      0,
    ]);
    expect(asked.length).toBeLessThan(12);
  });

  it('reads a batch again if its connection is lost', async () => {
    const { asked, halve } = startAsking();
    const locker = await connectTo(database.url);
    await locker.query('create table gate ()');
    await locker.query('begin; lock table gate');
    // The connection of the batch waits, so that it can be cut meanwhile.
    const waiting = createReadBatcher(async (values: string[]) => {
      asked.push(values);
      if (asked.length === 1) await product.pool.query('select from gate');
      return findHalves(product.pool, values);
    });
    const answers = Promise.all([waiting('8'), waiting('6')]);
    const cut = async () =>
      database.query<{ cut: boolean }>(
        `select pg_terminate_backend(pid) as cut from pg_stat_activity
          where application_name = 'batched' and wait_event_type = 'Lock'`,
      );
    await expect.poll(cut).toEqual([{ cut: true }]);
    expect((await answers).map((row) => row?.half)).toEqual([4, 3]);
    expect(asked).toEqual([
      ['8', '6'],
      ['8', '6'],
    ]);
    await locker.end();
    expect(await halve('2')).toBe(1);
  });
});

describe('questionRows', () => {
  it('lets PostgreSQL keep its plan, which it otherwise makes for each execution', async () => {
    const client = await connectTo(database.url);
    await client.query('create temp table keyed (id text primary key, value int)');
    await client.query("insert into keyed select 'id-' || n, n from generate_series(1, 1000) n");
    await client.query('analyze keyed');
    const plansOf = async (name: string, rows: string) => {
      const text = `select place::int, value from ${rows} as asked (id, place), lateral (
        select value from keyed where keyed.id = asked.id limit 1) as found`;
      for (let execution = 0; execution < 20; execution += 1) {
        const found = await client.query({ name, text, values: [['id-7', 'id-9']] });
        expect(found.rows.map(({ value }) => value)).toEqual([7, 9]);
      }
      const counted = await client.query(
        'select custom_plans::int as made from pg_prepared_statements where name = $1',
        [name],
      );
      return counted.rows[0].made;
    };
    expect(await plansOf('kept', questionRows('text'))).toBe(5);
    expect(await plansOf('made-each-time', 'unnest($1::text[]) with ordinality')).toBe(20);
    await client.end();
  });
});
