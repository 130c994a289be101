import {
  CompiledQuery,
  Kysely,
  type NarrowPartial,
  PostgresDialect,
  type Selection,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import type { ConnectionTraits } from './connection-traits.ts';
import { createFairPool } from './fair-pool.ts';
import { codeOf } from './postponed.ts';
import { createClientClass, onServerError, readOnlyCode } from './product-client.ts';
import type { Tables } from './tables.ts';

export interface DatabaseOptions {
  url: string;
  /** As for a direct connection if absent. */
  traits?: ConnectionTraits;
  poolSize: number;
  applicationName: string;
  log: Log;
}

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** A row with these columns of a table. `Narrowed` says what is in its JSON columns and in texts with few values. */
export type Row<
  Table extends keyof Tables,
  Columns extends readonly unknown[],
  Narrowed = object,
> = NarrowPartial<Selection<Tables, Table, Columns[number]>, Narrowed>;

export type Pool = pg.Pool;
export type PoolClient = pg.PoolClient;

export type Database = ReturnType<typeof createDatabase>;

const seconds = 1000;
const diskFullCode = '53100';
/** How long to expect that the disk is still full. */
const diskFullMs = 5 * seconds;

/** Every wait has a timeout: connecting, running a statement, idling in a transaction, waiting for a dead peer. */
export function createDatabase(options: DatabaseOptions) {
  const pool = createFairPool({
    Client: createClientClass(options),
    application_name: options.applicationName,
    max: options.poolSize,
    connectionTimeoutMillis: 5 * seconds,
    idleTimeoutMillis: 30 * seconds,
  });
  // The pool replaces broken idle connections. Without a listener, the error would end the process.
  pool.on('error', (err) => options.log.warn({ err }, 'idle database connection lost'));
  dropReadOnly(pool);
  const wasDiskFull = watchDisk(pool);
  // A connection lost between two statements of a transaction has no pending query to reject; the next statement fails.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    // A day without a time zone is not a moment, so it stays text.
    client.setTypeParser(pg.types.builtins.DATE, String);
  });
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  async function close(): Promise<void> {
    await db.destroy();
    // The query builder closes the pool only if it was used itself.
    if (!pool.ending) await pool.end();
  }
  return { db, pool, wasDiskFull, close };
}

/**
 * After a failover, or while an operator has made the database read-only, open connections stay read-only. A new one may not
 * be.
 */
function dropReadOnly(pool: pg.Pool): void {
  const readOnly = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    onServerError(client, (code) => {
      if (code === readOnlyCode) readOnly.add(client);
    });
  });
  pool.on('release', (_error, client) => {
    if (readOnly.has(client)) void (client as unknown as pg.Client).end().catch(() => undefined);
  });
}

/** Returns whether the server has recently failed to write because its disk is full. */
function watchDisk(pool: pg.Pool): () => boolean {
  let fullAt = Number.NEGATIVE_INFINITY;
  pool.on('connect', (client) => {
    onServerError(client, (code) => {
      if (code === diskFullCode) fullAt = performance.now();
    });
  });
  return () => performance.now() - fullAt < diskFullMs;
}

/** Adapter that lets pg-boss take part in our transaction. */
export function asExecutor(tx: Tx) {
  return {
    async executeSql(text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
      return { rows: [...(await tx.executeQuery(CompiledQuery.raw(text, values))).rows] };
    },
  };
}

/** SQLSTATE classes and socket errors that mean "the database is unavailable", not "the statement is wrong". */
const awayCodes =
  /^(08|25006|26000|42P05|57P|53300|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)/;
const awayMessages =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/;

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    awayCodes.test(codeOf(error)) || awayMessages.test(error.message) || isDatabaseUnavailable(error.cause)
  );
}

export function isDatabaseDiskFull(error: unknown): boolean {
  return error instanceof Error && (codeOf(error) === diskFullCode || isDatabaseDiskFull(error.cause));
}
