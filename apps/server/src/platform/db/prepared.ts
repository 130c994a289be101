import type pg from 'pg';
import { type Columns, rawQueries } from './raw-query.ts';

/**
 * For reads that nearly every request makes: prepared once per connection instead of built each time, which costs more than
 * a read by key.
 */
export function prepare<R>(name: string, columns: Columns<R>, text: string) {
  rawQueries.push({ columns, build: () => text });
  return async (pool: pg.Pool, ...values: unknown[]): Promise<R[]> =>
    (await pool.query({ name, text, values })).rows;
}
