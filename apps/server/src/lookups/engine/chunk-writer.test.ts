import { expect, it } from 'vitest';
import { type ChunkWriterDeps, createChunkWriter, type FinishedChunk } from './chunk-writer.ts';

const alreadyFinished = 99;

interface Given {
  run?: string;
  isRetry?: boolean;
  isLost?: boolean;
}

/** A writer whose transactions are recorded; a lost attempt fails the whole transaction. */
function startWriter() {
  const transactions: number[][] = [];
  const closed: number[] = [];
  const deps = {
    chunks: {
      finish: async (_: unknown, __: string, outcomes: { chunk: number }[]) =>
        outcomes.filter(({ chunk }) => chunk !== alreadyFinished).length,
    },
    answers: { keep: async () => undefined },
    batches: { save: async () => undefined },
    lanes: { enqueueNext: async () => true, completeIfDone: async () => undefined },
    async finishAll(attempts: { chunk: number; isLost: boolean }[], write: (tx: null) => Promise<void>) {
      transactions.push(attempts.map(({ chunk }) => chunk));
      if (attempts.some(({ isLost }) => isLost)) throw new Error('the attempt is lost');
      await write(null);
    },
  };
  const finish = createChunkWriter(deps as unknown as ChunkWriterDeps);
  return {
    transactions,
    closed,
    write(chunk: number, { run = 'a', isRetry = false, isLost = false }: Given = {}) {
      const given = {
        task: { chunk, isRetry, vendor: 'Dell', run: { key: run }, serials: [], rowsPerSerial: [] },
        attempt: { chunk, isLost, finish: async () => void closed.push(chunk) },
        outcome: { chunk },
        access: null,
        answers: new Map(),
        cacheable: new Map(),
      };
      return finish(given as unknown as FinishedChunk);
    },
  };
}

it('writes chunks of the same run together, at most eight, and a retried chunk alone', async () => {
  const { write, transactions } = startWriter();
  const retried = write(0, { isRetry: true });
  const others = Array.from({ length: 10 }, (_, index) => write(index + 1, { run: index === 2 ? 'b' : 'a' }));
  await Promise.all([retried, write(11, { isRetry: true }), ...others]);
  expect(transactions).toEqual([[0], [1, 2, 4, 5, 6, 7, 8, 9], [3], [10], [11]]);
});

it('rejects only the chunk whose transaction fails, and completes a chunk that was already finished', async () => {
  const { write, transactions, closed } = startWriter();
  const settled = await Promise.allSettled([
    write(1),
    write(2, { isLost: true }),
    write(alreadyFinished),
    write(4),
  ]);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(transactions).toEqual([[1, 2, alreadyFinished, 4], [1], [2], [alreadyFinished], [4]]);
  expect(closed).toEqual([alreadyFinished]);
});
