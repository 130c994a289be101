import { currentSharer } from './current-sharer.ts';

/** Two, so that one batch can run while the other waits for a connection. */
const maxConcurrentBatches = 2;

interface BatcherOptions<Q> {
  maxBatchSize?: number;
  /** Only calls with the same group share a batch. */
  groupOf?(question: Q): unknown;
}

interface PendingCall<Q, A> {
  question: Q;
  group: unknown;
  resolve: (answer: A) => void;
  reject: (error: unknown) => void;
}

/**
 * Batches calls made in the same tick, or while two batches are in flight, into one query. Uses at most two connections.
 * Results are in call order.
 */
export function createBatcher<Q, A>(
  runBatch: (questions: Q[]) => Promise<A[]>,
  { maxBatchSize = 500, groupOf = () => null }: BatcherOptions<Q> = {},
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
      for (const { reject } of asked) reject(error);
    }
  }

  async function flushQueue(): Promise<void> {
    isDue = false;
    activeBatches += 1;
    while (waiting.length > 0) await ask(takeBatch());
    activeBatches -= 1;
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, group: groupOf(question), resolve, reject });
      if (isDue || activeBatches >= maxConcurrentBatches) return;
      isDue = true;
      // A batch serves several callers.
      setImmediate(() => void currentSharer.exit(flushQueue));
    });
}
