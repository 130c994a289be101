import pg from 'pg';
import * as z from 'zod';
import { withClient } from '../db/with-client.ts';

/** One connection with one transaction on it. */
export type Session = pg.Client;

/** The text of COPY depends on these. */
const formats = {
  client_encoding: 'UTF8',
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  // Otherwise a scan may start in the middle of a large table, and the same rows would have another checksum.
  synchronize_seqscans: 'off',
  // An error instead of a backup without the rows that a policy hides.
  row_security: 'off',
};

/** Copying a large table takes longer than any other statement may. */
const noTimeouts = ['statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'];

/**
 * Everything in one transaction of one connection, because a pooler may give the next transaction another connection. What
 * fails leaves the database as it was.
 */
export async function inOneTransaction<T>(
  { url, mode }: { url: string; mode: 'snapshot' | 'write' },
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const connection = {
    connectionString: url,
    application_name: 'backup',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  };
  // The end of the connection is that of the transaction too, if it was not committed.
  return withClient(connection, async (client) => {
    await client.query(mode === 'snapshot' ? 'begin isolation level repeatable read read only' : 'begin');
    await configure(client);
    const result = await work(client);
    await client.query('commit');
    return result;
  });
}

/** For this transaction only. Sets only what this version of PostgreSQL has. */
export async function configure(session: Session): Promise<void> {
  const settings = { ...formats, ...Object.fromEntries(noTimeouts.map((name) => [name, '0'])) };
  await session.query(
    `select set_config(s.name, w.value, true)
       from json_each_text($1) as w (name, value) join pg_settings s on lower(s.name) = w.name`,
    [JSON.stringify(settings)],
  );
}

/** Rows that are checked as they are read: they come from the catalog, and from versions of the tables of which no type exists. */
export async function readRows<S extends z.ZodType>(
  session: Session,
  row: S,
  text: string,
  values: unknown[] = [],
): Promise<z.output<S>[]> {
  return z.array(row).parse((await session.query(text, values)).rows);
}

export async function readRow<S extends z.ZodType>(
  session: Session,
  row: S,
  text: string,
): Promise<z.output<S>> {
  return row.parse((await session.query(text)).rows[0]);
}

export function quoted(...parts: string[]): string {
  return parts.map((part) => pg.escapeIdentifier(part)).join('.');
}
