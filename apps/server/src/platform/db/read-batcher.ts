import { createBatcher } from '../batcher.ts';
import { codeOf } from './postponed.ts';

/** A row, with the position of its question among those of the batch, from 1. */
export interface Placed {
  place: number;
}

/**
 * The questions of a batch as rows: $1, $2, ... are arrays of these types. They are behind subqueries. Otherwise PostgreSQL counts
 * their elements, believes that no plan for any count can be as good, and plans every execution again, which takes longer than to
 * execute it.
 */
export const questionRows = (...types: string[]): string =>
  `unnest(${types.map((type, index) => `(select $${index + 1}::${type}[])`).join(', ')}) with ordinality`;

/** Ten times what a batch takes on a busy machine. A connection that does not answer holds up only the calls of its own batch. */
const slowMs = 1000;

/** SQLSTATE class 22: PostgreSQL does not accept a value. */
const isValueError = (error: unknown): boolean => codeOf(error).startsWith('22');

const lostCodes = /^(08006|57P01|57P02|ECONNRESET|EPIPE)$/;

/** Not an answer that did not come in time: after that, there is none to try again. */
const isConnectionLost = (error: unknown): boolean =>
  lostCodes.test(codeOf(error)) || String(error).includes('Connection terminated unexpectedly');

/**
 * For a read by key that many requests make: those that wait at the same time share one statement, which takes less than half
 * of the processor time. `read` returns one row at most for each question. They share no failure that can be avoided: a value
 * that is not accepted fails alone, and a batch whose connection is lost is read again.
 */
export function createReadBatcher<Q, R extends Placed>(
  read: (questions: Q[]) => Promise<R[]>,
  { groupOf }: { groupOf?(question: Q): unknown } = {},
): (question: Q) => Promise<R | undefined> {
  const readAgainIfLost = (questions: Q[]) =>
    read(questions).catch((error: unknown) => {
      if (isConnectionLost(error)) return read(questions);
      throw error;
    });
  return createBatcher(
    async (questions: Q[]) => {
      const found = new Array<R | undefined>(questions.length);
      for (const row of await readAgainIfLost(questions)) found[row.place - 1] = row;
      return found;
    },
    { ...(groupOf && { groupOf }), isOfOneQuestion: isValueError, slowMs },
  );
}
