import pg from 'pg';
import { currentRequest } from '../../src/platform/fairness/current-request.ts';
import { type Asked, toAsked, withoutCallback } from './asked.ts';
import { report } from './findings.ts';
import { hasGuard, type InstalledGuard } from './install.ts';
import { compareRead, compareWrite, type Place, type Send, type Statement } from './second-run.ts';
import { createKindOf, isLong, type Kind } from './statements.ts';
import { forgetEnded, isInTransaction, tellOwner } from './told-owner.ts';

type Query = (this: pg.Client, query: unknown, values?: unknown, callback?: unknown) => unknown;

/** A statement of a request. */
interface Guarded extends Asked {
  kind: Kind;
  owner: string;
  client: pg.Client;
}

const plainQuery = pg.Client.prototype.query as unknown as Query;

const sendTo =
  (client: pg.Client): Send =>
  (text) =>
    plainQuery.call(client, { text }) as ReturnType<Send>;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Empty for work that serves everyone. Tests of queues invent owners of any name, which have no rows. */
function currentOwner(): string {
  const owner = currentRequest.getStore()?.owner ?? '';
  return uuid.test(owner) ? owner : '';
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** By a trigger. */
const isRefusal = (error: unknown) => messageOf(error).startsWith('owner guard:');

/**
 * The connection is lost, or a row is locked, violates a constraint or was changed at the same time. The statement itself meets
 * the same, and what follows is up to the test. Errors of the connection have no code, or one of the system.
 */
const isMetAgain = (error: unknown) =>
  isRefusal(error) ||
  /^(08.*|2[23].*|40.*|5[57].*|E[A-Z]+)?$/.test(String((error as { code?: string }).code ?? ''));

function noteProblem({ owner, text }: Guarded, problem: string | null): void {
  if (problem) report({ owner, problem, statement: text });
}

type Compare = (statement: Statement, place: Place) => Promise<string | null>;

async function noteDifference(asked: Guarded, compare: Compare): Promise<void> {
  const { client, owner, kind, text, values } = asked;
  const statement = { text, values, owner, isRead: kind === 'read' };
  const place = { send: sendTo(client), isInTransaction: isInTransaction(client) };
  const problem = await compare(statement, place).catch((error: unknown) =>
    isMetAgain(error) ? null : `could not be compared: ${messageOf(error)}`,
  );
  noteProblem(asked, problem);
}

/** Compares before a statement that writes, and after one that reads, so that both see what the statement sees. */
async function runCompared(asked: Guarded, run: () => Promise<pg.QueryResult>): Promise<pg.QueryResult> {
  const { kind, values } = asked;
  if (kind === 'mixed' && !isLong(values)) await noteDifference(asked, compareWrite);
  const result = await run().catch((error: unknown) => {
    if (isRefusal(error)) noteProblem(asked, messageOf(error));
    throw error;
  });
  if (kind === 'read') {
    const returned = toAnswer(result);
    await noteDifference(asked, (statement, place) => compareRead(statement, place, returned));
  }
  return result;
}

const toAnswer = ({ rowCount, rows }: pg.QueryResult) => ({ count: rowCount ?? 0, rows });

/** Makes every connection of this process compare what requests read and write, and report what belongs to others. */
export function guardClients(installed: InstalledGuard): void {
  const kindOf = createKindOf(installed);
  const guardedQuery: Query = function (query, values, callback) {
    const asked = toAsked(query, values, callback);
    const kind = asked && hasGuard(this.database) ? kindOf(asked.text) : 'other';
    const owner = currentOwner();
    forgetEnded(this, asked?.text ?? '');
    const telling = kind === 'mixed' || kind === 'write' ? tellOwner(this, owner, sendTo(this)) : null;
    const isCompared = owner !== '' && kind !== 'other' && this.getTransactionStatus() !== 'E';
    if (!asked || asked.isStream || !(isCompared || telling))
      return plainQuery.call(this, query, values, callback);
    const run = () => plainQuery.call(this, query, withoutCallback(values)) as Promise<pg.QueryResult>;
    const told = telling ?? Promise.resolve();
    const answer = told.then(() =>
      isCompared ? runCompared({ ...asked, kind, owner, client: this }, run) : run(),
    );
    const { callback: done } = asked;
    if (!done) return answer;
    answer.then((result) => done(null, result), done);
    return undefined;
  };
  pg.Client.prototype.query = guardedQuery as unknown as typeof pg.Client.prototype.query;
}
