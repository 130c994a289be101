import { currentRequest } from './fairness/current-request.ts';

/** Two, so that one batch can run while the other waits for a connection. */
const maxConcurrentBatches = 2;

interface BatcherOptions<Q> {
  maxBatchSize?: number;
  /** Only calls with the same group share a batch. */
  groupOf?(question: Q): unknown;
  /** Whether a single question can cause this error. The batch is then divided, so that only that question fails. */
  isOfOneQuestion?(error: unknown): boolean;
  /** The next batch does not wait longer than this for one that gets no answer. */
  slowMs?: number;
}

interface PendingCall<Q, A> {
  question: Q;
  group: unknown;
  resolve: (answer: A) => void;
  reject: (error: unknown) => void;
}

/**
 * Batches calls made in the same tick, or while two batches are in flight, into one query. Uses at most two connections, unless
 * batches are slow. A batch starts after all of its calls were made, so none of them gets an older state than on its own.
 * Results are in call order.
 */
export function createBatcher<Q, A>(
  runBatch: (questions: Q[]) => Promise<A[]>,
  { maxBatchSize = 500, groupOf = () => null, isOfOneQuestion = () => false, slowMs }: BatcherOptions<Q> = {},
): (question: Q) => Promise<A> {
  let waiting: PendingCall<Q, A>[] = [];
  let activeBatches = 0;
  let isDue = false;

  function takeBatch(): PendingCall<Q, A>[] {
    const batch: PendingCall<Q, A>[] = [];
    const others: PendingCall<Q, A>[] = [];
    for (const call of waiting)
      (batch.length < maxBatchSize && call.group === waiting[0]?.group ? batch : others).push(call);
    waiting = others;
    return batch;
  }

  async function ask(asked: PendingCall<Q, A>[]): Promise<void> {
    try {
      const answers = await runBatch(asked.map(({ question }) => question));
      for (const [at, { resolve }] of asked.entries()) resolve(answers[at] as A);
    } catch (error) {
      if (asked.length > 1 && isOfOneQuestion(error)) await askHalves(asked);
      else for (const { reject } of asked) reject(error);
    }
  }

  async function askHalves(asked: PendingCall<Q, A>[]): Promise<void> {
    const middle = asked.length >> 1;
    await ask(asked.slice(0, middle));
    await ask(asked.slice(middle));
  }

  async function flushQueue(): Promise<void> {
    isDue = false;
    activeBatches += 1;
    while (waiting.length > 0) await endedOrSlow(ask(takeBatch()), slowMs);
    activeBatches -= 1;
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, group: groupOf(question), resolve, reject });
      if (isDue || activeBatches >= maxConcurrentBatches) return;
      isDue = true;
      // A batch serves several callers.
      setImmediate(() => void currentRequest.exit(flushQueue));
    });
}

function endedOrSlow(batch: Promise<void>, slowMs: number | undefined): Promise<void> {
  if (slowMs === undefined) return batch;
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, slowMs);
    void batch.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
