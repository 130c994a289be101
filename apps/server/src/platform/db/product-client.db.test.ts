import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { atEnd } from '../../../test/at-end.ts';
import { cloneDatabase, openDatabase } from '../../../test/database.ts';
import { silent } from '../../../test/fixtures.ts';
import { type ConnectionTraits, createDirectTraits } from './connection-traits.ts';
import { isDatabaseUnavailable } from './database.ts';
import { splitHosts } from './hosts.ts';
import { probeConnections } from './probe-connections.ts';
import { createClientClass } from './product-client.ts';
import { createStatementNames } from './statement-names.ts';

const database = await cloneDatabase('empty');
/** One connection, for which the test decides what is possible. */
function createPool(traits?: ConnectionTraits, url = database.url): pg.Pool {
  const pool = new pg.Pool({
    max: 1,
    Client: createClientClass({ url, ...(traits && { traits }), log: silent }),
  });
  atEnd(() => pool.end());
  return pool;
}
const pool = createPool();

async function preparedTexts(): Promise<string[]> {
  const { rows } = await pool.query<{ statement: string }>('select statement from pg_prepared_statements');
  return rows.map(({ statement }) => statement);
}

describe('a statement', () => {
  it('is prepared after repeated use, and returns the same rows', async () => {
    const text = 'select $1::int + 1 as sum';
    const sums: unknown[] = [];
    for (const value of [1, 2, 3, 4, 5]) sums.push((await pool.query(text, [value])).rows[0]);
    expect(sums).toEqual([2, 3, 4, 5, 6].map((sum) => ({ sum })));
    expect(await preparedTexts()).toEqual([text]);
  });

  it('without values, or with several parts, is not prepared', async () => {
    for (let time = 0; time < 5; time += 1) await pool.query('select 1; select 2');
    expect(await preparedTexts()).not.toContain('select 1; select 2');
  });

  it('that fails reports its error, and the connection stays usable', async () => {
    const text = 'select 1 / $1::int as share';
    for (const value of [1, 2, 3]) await pool.query(text, [value]);
    await expect(pool.query(text, [0])).rejects.toThrow('division by zero');
    expect((await pool.query(text, [1])).rows).toEqual([{ share: 1 }]);
  });
});

async function limitsOf(client: Pick<pg.Pool, 'query'>): Promise<(string | undefined)[]> {
  const names = ['statement_timeout', 'idle_in_transaction_session_timeout'];
  const { rows } = await client.query<{ setting: string }>(
    'select current_setting(name) as setting from unnest($1::text[]) as name',
    [names],
  );
  return rows.map(({ setting }) => setting);
}

describe('a connection', () => {
  it('has time limits, although none are sent while connecting', async () => {
    const pool = createPool(createDirectTraits());
    const client = await pool.connect();
    // The first statement of a connection, in a transaction that leaves nothing behind.
    await client.query('begin');
    expect(await limitsOf(client)).toEqual(['30s', '1min']);
    await client.query('rollback');
    expect(await limitsOf(client)).toEqual(['30s', '1min']);
    client.release();
  });

  it('behind a pooler has them in every transaction, whatever another client set', async () => {
    const pool = createPool({ isPooled: true, canPrepare: true });
    const client = await pool.connect();
    await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = '2h'");
    await client.query('begin');
    expect(await limitsOf(client)).toEqual(['30s', '1min']);
    await client.query('commit');
    expect(await limitsOf(client)).toEqual(['0', '2h']);
    client.release();
  });

  it('prepares nothing if the pooler does not support it', async () => {
    const pool = createPool({ isPooled: true, canPrepare: false });
    for (let time = 0; time < 5; time += 1) {
      await pool.query('select $1::int as recurring', [time]);
      await pool.query({ name: 'declared', text: 'select $1::int as declared', values: [time] });
    }
    const { rows } = await pool.query('select statement from pg_prepared_statements');
    expect(rows).toEqual([]);
  });

  it('stops preparing when a name is missing, because the connection was given to others', async () => {
    const traits = createDirectTraits();
    const pool = createPool(traits);
    const ask = () => pool.query({ name: 'declared', text: 'select $1::int as value', values: [7] });
    await ask();
    await pool.query('deallocate all');
    const error = await ask().catch((thrown: unknown) => thrown);
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(traits.canPrepare).toBe(false);
    expect((await ask()).rows).toEqual([{ value: 7 }]);
  });

  it('is to the next server if the first one is down', async () => {
    const { host } = new URL(database.url);
    const pool = createPool(createDirectTraits(), database.url.replace(host, `127.0.0.1:1,${host}`));
    await expect(pool.query('select 1')).rejects.toThrow('ECONNREFUSED');
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('is not kept if its server cannot be written to', async () => {
    const { host } = new URL(database.url);
    const several = database.url.replace(host, `${host},127.0.0.1:1`);
    await database.query(`alter database ${database.name} set default_transaction_read_only = on`);
    atEnd(() =>
      database.query(
        `set transaction read write; alter database ${database.name} reset default_transaction_read_only`,
      ),
    );
    const pool = createPool(createDirectTraits(), several);
    await expect(pool.query('select 1')).rejects.toMatchObject({ code: '25006' });
    await expect(pool.query('select 1')).rejects.toThrow('ECONNREFUSED');
  });
});

it('a database whose disk is full is known for a while', async () => {
  const filled = openDatabase(database.url, 1);
  await filled.pool.query('select 1');
  expect(filled.wasDiskFull()).toBe(false);
  const fill = "do $$ begin raise exception sqlstate '53100'; end $$";
  await expect(filled.pool.query(fill)).rejects.toMatchObject({ code: '53100' });
  expect(filled.wasDiskFull()).toBe(true);
});

it('probeConnections recognizes a database without a pooler', async () => {
  expect(await probeConnections(database.url, silent)).toEqual({ isPooled: false, canPrepare: true });
});

it.each([
  ['postgres://u:p@a:1/name', ['postgres://u:p@a:1/name']],
  ['postgres://u:p%40@a:1,b/name?x=1', ['postgres://u:p%40@a:1/name?x=1', 'postgres://u:p%40@b/name?x=1']],
  ['postgresql://[::1]:1,b:2,c:3', ['postgresql://[::1]:1', 'postgresql://b:2', 'postgresql://c:3']],
  ['postgres:///name?host=/tmp,a', ['postgres:///name?host=/tmp,a']],
])('splitHosts reads %s', (url, servers) => {
  expect(splitHosts(url)).toEqual(servers);
});

describe('statement names', () => {
  it('are the same in every process, and never the same for different statements', () => {
    const [here, there] = [createStatementNames(), createStatementNames()];
    const nameOf = (names: typeof here, text: string) => [1, 2, 3].map(() => names(text)).at(-1);
    nameOf(there, 'select $1::text');
    expect(nameOf(here, 'select $1::int')).toBe(nameOf(there, 'select $1::int'));
    expect(nameOf(here, 'select $1::int')).not.toBe(nameOf(there, 'select $1::text'));
  });

  it('are limited in number, however many statements there are', () => {
    const nameOf = createStatementNames();
    const names = new Set<string | null>();
    for (let index = 0; index < 5000; index += 1)
      for (let time = 0; time < 4; time += 1) names.add(nameOf(`select ${index}`));
    names.delete(null);
    expect(names.size).toBe(300);
    expect(nameOf('select 1')).toBe(nameOf('select 1'));
  });
});
