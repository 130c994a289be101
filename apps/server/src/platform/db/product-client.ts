import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';
import { currentRequest } from '../fairness/current-request.ts';
import type { Log } from '../log.ts';
import { type ConnectionTraits, createDirectTraits, isNameError } from './connection-traits.ts';
import { createHosts, type Hosts } from './hosts.ts';
import { createStatementNames } from './statement-names.ts';

const seconds = 1000;

/** How long the server works on a statement, and keeps a transaction open without one. */
const serverLimits = { statement_timeout: '30s', idle_in_transaction_session_timeout: '60s' };
const setAll = (verb: string) =>
  Object.entries(serverLimits)
    .map(([name, limit]) => `${verb} ${name} = '${limit}'`)
    .join('; ');

/** Sent after connecting, because poolers reject them as parameters of the connection. */
const setLimits = setAll('set');
/** A pooler may use another connection for the next transaction. */
const beginWithLimits = `begin; ${setAll('set local')}`;

/** How long to wait for an answer: longer than a server works on a statement, so only if it has gone. */
const readTimeoutMs = 35 * seconds;
/** The same while a client waits. With the time to connect, a request fails within ten seconds. */
export const requestReadTimeoutMs = 8 * seconds;
const readTimeoutMessage = 'Query read timeout';

/** The statement would write, and the database or the connection is read-only. */
export const readOnlyCode = '25006';

export class ReadOnlyServerError extends Error {
  readonly code = readOnlyCode;
  override message = 'the server is read-only';
}

type Callback = (error?: Error) => void;
type Connect = (callback?: Callback) => Promise<unknown> | undefined;
type Query = (query: unknown, values?: unknown, callback?: unknown) => Promise<unknown> | undefined;

export interface ClientOptions {
  /** May name several servers, of which one can be written to. */
  url: string;
  traits?: ConnectionTraits | undefined;
  log: Log;
}

const nameOf = createStatementNames();

/**
 * The class of all connections to this database. They use the current one of several servers, prepare recurring statements
 * (those of the queue and of lookups are small and frequent, and planning them took longer than running them), and never wait
 * without a limit.
 */
export function createClientClass({
  url,
  traits = createDirectTraits(),
  log,
}: ClientOptions): typeof pg.Client {
  const hosts = createHosts(url);
  return class ProductClient extends pg.Client {
    readonly #server: string;

    constructor(config?: string | pg.ClientConfig) {
      const server = hosts.current();
      const limits = { query_timeout: readTimeoutMs, keepAlive: true };
      super({ ...limits, ...(config as pg.ClientConfig), connectionString: server });
      this.#server = server;
      if (hosts.count > 1) leaveUnusable(this, hosts, server);
      watchNames(this, traits, log);
    }

    override connect: pg.Client['connect'] = ((callback?: Callback) => {
      const plain = super.connect.bind(this) as unknown as Connect;
      if (!callback) return plain()?.then(() => this.#prepareSession());
      return plain((error) => {
        if (error) callback(error);
        else this.#prepareSession().then(() => callback(), callback);
      });
    }) as unknown as pg.Client['connect'];

    override query: pg.Client['query'] = ((query: unknown, values?: unknown, callback?: unknown) => {
      const plain = super.query.bind(this) as unknown as Query;
      const answer = plain(withOptions(query, values, traits), values, callback);
      // The pool discards a connection whose statement failed, but only for statements that it runs itself.
      answer?.catch?.(this.#discardSilent);
      return answer;
    }) as unknown as pg.Client['query'];

    async #prepareSession(): Promise<void> {
      const limited = super.query(setLimits);
      // If this fails, the next statement fails as well.
      if (hosts.count === 1) limited.catch(() => undefined);
      else await limited.then(() => this.#requireWritable());
    }

    async #requireWritable(): Promise<void> {
      const { rows } = await super.query("select current_setting('transaction_read_only') as mode");
      if (rows[0]?.mode !== 'on') return;
      hosts.leave(this.#server);
      await this.end();
      throw new ReadOnlyServerError();
    }

    readonly #discardSilent = (error: Error): void => {
      if (error.message === readTimeoutMessage) connectionOf(this).stream.destroy();
    };
  };
}

/** What the driver has for every client, but does not declare. */
const connectionOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: EventEmitter & { stream: Socket } }).connection;

/** Passes on the SQLSTATE of every error that the server reports on this connection. */
export function onServerError(client: pg.ClientBase, listen: (code: string | undefined) => void): void {
  connectionOf(client).on('errorMessage', ({ code }: { code?: string }) => listen(code));
}

/** Adds the name and the time limit to a statement. Leaves other things that can be sent alone, such as COPY. */
function withOptions(query: unknown, values: unknown, traits: ConnectionTraits): unknown {
  const limit = currentRequest.getStore() && { query_timeout: requestReadTimeoutMs };
  if (typeof query === 'string')
    return { text: textOf(query, traits), name: recurringName(query, values, traits), ...limit };
  if (typeof query !== 'object' || query === null || !('text' in query) || 'submit' in query) return query;
  return traits.canPrepare ? { ...query, ...limit } : { ...query, ...limit, name: undefined };
}

const textOf = (text: string, { isPooled }: ConnectionTraits) =>
  isPooled && text === 'begin' ? beginWithLimits : text;

function recurringName(text: string, values: unknown, { canPrepare }: ConnectionTraits): string | undefined {
  if (!canPrepare || !Array.isArray(values) || values.length === 0) return undefined;
  return nameOf(text) ?? undefined;
}

/** Those that do not accept connections, and those that can no longer be written to. */
function leaveUnusable(client: pg.Client, hosts: Hosts, server: string): void {
  let isReady = false;
  const connection = connectionOf(client);
  connection.once('readyForQuery', () => {
    isReady = true;
  });
  const leaveUnlessReady = () => {
    if (!isReady) hosts.leave(server);
  };
  connection.once('error', leaveUnlessReady);
  connection.once('end', leaveUnlessReady);
  onServerError(client, (code) => {
    if (code === readOnlyCode) hosts.leave(server);
  });
}

function watchNames(client: pg.Client, traits: ConnectionTraits, log: Log): void {
  onServerError(client, (code) => {
    if (!traits.canPrepare || !isNameError(code)) return;
    traits.canPrepare = false;
    log.warn('statements are no longer prepared: a pooler shares connections and does not support it');
  });
}
