import type pg from 'pg';
import { requestReadTimeoutMs } from './product-client.ts';
import { type Columns, rawQueries } from './raw-query.ts';
import { statementName } from './statement-name.ts';

/**
 * For reads that nearly every request makes: prepared once per connection instead of built each time, which costs more than
 * a read by key.
 */
export function prepare<R>(label: string, columns: Columns<R>, text: string, limit: ReadLimit = {}) {
  rawQueries.push({ columns, build: () => text });
  const name = statementName(label, text);
  return async (connection: pg.Pool | pg.PoolClient, ...values: unknown[]): Promise<R[]> =>
    (await connection.query({ name, text, values, ...limit })).rows;
}

/** How long to wait for the answer, for the driver. */
interface ReadLimit {
  query_timeout?: number;
}

/** For batches that clients wait for: they run outside of any request, so the limit of requests must be given. */
export const clientsWait: ReadLimit = { query_timeout: requestReadTimeoutMs };
