import type pg from 'pg';
import { type Columns, rawQueries } from './raw-query.ts';
import { statementName } from './statement-name.ts';

/**
 * For reads that nearly every request makes: prepared once per connection instead of built each time, which costs more than
 * a read by key.
 */
export function prepare<R>(label: string, columns: Columns<R>, text: string) {
  rawQueries.push({ columns, build: () => text });
  const name = statementName(label, text);
  return async (connection: pg.Pool | pg.PoolClient, ...values: unknown[]): Promise<R[]> =>
    (await connection.query({ name, text, values })).rows;
}
