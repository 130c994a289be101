import type pg from 'pg';

export type Prepared<R> = (...values: unknown[]) => Promise<R[]>;

/**
 * A read that nearly every request makes: prepared once per connection and not built anew each time, which for a read
 * by key costs more than the read itself.
 */
export function prepare<R extends pg.QueryResultRow>(pool: pg.Pool, name: string, text: string): Prepared<R> {
  return async (...values) => (await pool.query<R>({ name, text, values })).rows;
}
