import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/database.ts';
import { createStatementNames, PreparingClient } from './preparing-client.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await cloneDatabase('empty');
  pool = new pg.Pool({ connectionString: database.url, max: 1, Client: PreparingClient });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

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
