import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { literal } from './literal.ts';

type Row = Record<string, unknown>;

interface Answer {
  count: number;
  rows: Row[];
}

/** A statement of a request, and for whom it runs. */
export interface Statement {
  text: string;
  values: readonly unknown[];
  owner: string;
  /** Whether it changes and locks nothing. */
  isRead: boolean;
}

/** On the connection of the request, past everything that watches its statements. */
export type Send = (text: string) => Promise<pg.QueryResult<Row>[]>;

/** Where the second run takes place: within the transaction of the request, or in one of its own. */
export interface Place {
  send: Send;
  isInTransaction: boolean;
}

/** `own` sees the rows of the owner only. */
type Run = 'own' | 'all';

/** What others change between two runs differs once, not every time. */
const maxTries = 4;
const pauseMs = 30;

const [around, each] = ['owner_guard_around', 'owner_guard_each'];

/** Nothing of a run is left, not even its settings. */
function stepsOf(run: Run, call: string, { owner, isRead }: Statement): string[] {
  const settings: Record<string, string> = {
    'owner_guard.owner': owner,
    ...(run === 'own' && { role: 'owner_guard' }),
    // What a request waits for, it waits for in the statement itself.
    ...(isRead ? { transaction_read_only: 'on' } : { lock_timeout: '500ms' }),
  };
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  return [`savepoint ${each}`, `select ${set.join(', ')}`, call, `rollback to ${each}`];
}
const [stepsPerRun, answerOfRun] = [4, 2];

let prepared = 0;

/** The answers of all runs, in one round trip. */
async function runAll(
  runs: readonly Run[],
  statement: Statement,
  { send, isInTransaction }: Place,
): Promise<Answer[]> {
  const { text, values, isRead } = statement;
  prepared += 1;
  // Prepared, because values in the text of a statement would not always have the types that its parameters have.
  const name = `owner_guard_${prepared}`;
  const call = values.length > 0 ? `execute ${name} (${values.map(literal).join(', ')})` : `execute ${name}`;
  // One snapshot for all reads, so that what others change does not count as a difference.
  const begin = isInTransaction
    ? `savepoint ${around}`
    : `begin ${isRead ? 'isolation level repeatable read' : ''}`;
  const end = isInTransaction ? [`rollback to ${around}`, `release ${around}`] : ['rollback'];
  const first = [begin, `prepare ${name} as ${text.replace(/;\s*$/, '')}`];
  const steps = runs.flatMap((run) => stepsOf(run, call, statement));
  const results = await send([...first, ...steps, ...end, `deallocate ${name}`].join('\n;')).catch(
    async (error: unknown) => {
      await send(end.join('; '));
      throw error;
    },
  );
  return runs.map((_, index) => {
    const { rows = [], rowCount } = results[first.length + index * stepsPerRun + answerOfRun] ?? {};
    return { count: rowCount ?? 0, rows };
  });
}

const inAnyOrder = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).toSorted();

const isSame = (one: Answer, other: Answer): boolean =>
  one.count === other.count &&
  (isDeepStrictEqual(one.rows, other.rows) ||
    isDeepStrictEqual(inAnyOrder(one.rows), inAnyOrder(other.rows)));

/** Without the columns that differ from run to run, such as new IDs and the time of the clock. */
function withoutVolatile(answers: readonly Answer[], one: Answer, again: Answer): Answer[] {
  const column = (answer: Answer, name: string): Answer => ({
    count: answer.count,
    rows: answer.rows.map((row) => ({ [name]: row[name] })),
  });
  const stable = Object.keys(one.rows[0] ?? {}).filter((name) =>
    isSame(column(one, name), column(again, name)),
  );
  return answers.map(({ count, rows }) => ({
    count,
    rows: rows.map((row) => Object.fromEntries(stable.map((name) => [name, row[name]]))),
  }));
}

/** Asks until the answers agree, or differ for no other reason than whose rows they are made of. */
async function confirmDifference(statement: Statement, place: Place): Promise<string | null> {
  let problem: string | null = null;
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const answers = await runAll(['all', 'all', 'own'], statement, place);
    const [all, again] = answers as [Answer, Answer, Answer];
    const [stableAll, , stableOwn] = withoutVolatile(answers, all, again) as [Answer, Answer, Answer];
    if (isSame(stableAll, stableOwn)) return null;
    problem = `${all.count} rows, ${stableOwn.count} with only those of the owner in the tables`;
    if (all.count === stableOwn.count) problem += ', with other values';
    await delay(pauseMs);
  }
  return problem;
}

/** Compares what a read has returned with what it returns if only the rows of the owner exist. Null if there is no difference. */
export async function compareRead(
  statement: Statement,
  place: Place,
  returned: Answer,
): Promise<string | null> {
  const [own] = (await runAll(['own'], statement, place)) as [Answer];
  return isSame(returned, own) ? null : confirmDifference(statement, place);
}

/** The same before a statement that writes: it runs with and without the rows of others, and both are undone. */
export async function compareWrite(statement: Statement, place: Place): Promise<string | null> {
  const [own, all] = (await runAll(['own', 'all'], statement, place)) as [Answer, Answer];
  return isSame(own, all) ? null : confirmDifference(statement, place);
}
