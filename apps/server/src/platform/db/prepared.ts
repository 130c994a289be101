import type pg from 'pg';

export type Prepared<R> = (...values: unknown[]) => Promise<R[]>;

/**
 * For reads that nearly every request makes: prepared once per connection instead of built each time, which costs more than
 * a read by key.
 */
export function prepare<R extends pg.QueryResultRow>(pool: pg.Pool, name: string, text: string): Prepared<R> {
  return async (...values) => (await pool.query<R>({ name, text, values })).rows;
}
