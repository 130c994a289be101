import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createBatcher } from './batcher.ts';

/** A batcher whose batches resolve when the test calls `answerAll`. */
function startAsking(options: Parameters<typeof createBatcher<number, number>>[1] = {}) {
  const asked: number[][] = [];
  const answers: PromiseWithResolvers<void>[] = [];
  const gather = createBatcher(async (questions: number[]) => {
    asked.push(questions);
    const turn = Promise.withResolvers<void>();
    answers.push(turn);
    await turn.promise;
    return questions.map((question) => question * 10);
  }, options);
  const answerAll = () => {
    for (const { resolve } of answers) resolve();
  };
  return { asked, answers, gather, answerAll };
}

describe('createBatcher', () => {
  it('batches calls of the same tick, and calls made while two batches are in flight', async () => {
    const { asked, gather, answerAll } = startAsking();
    const all: Promise<number>[] = [];
    for (const questions of [[1, 2], [3], [4, 5], [4]]) {
      all.push(...questions.map(gather));
      await nextTurn();
    }
    expect(asked).toEqual([[1, 2], [3]]);
    answerAll();
    await expect.poll(() => asked).toEqual([[1, 2], [3], [4, 5, 4]]);
    answerAll();
    expect(await Promise.all(all)).toEqual([10, 20, 30, 40, 50, 40]);
  });

  it('rejects only the calls of a failed batch and continues with the others', async () => {
    const { asked, answers, gather, answerAll } = startAsking();
    const failing = gather(1);
    await nextTurn();
    const other = gather(2);
    await nextTurn();
    const waiting = gather(3);
    answers[0]?.reject(new Error('away'));
    await expect(failing).rejects.toThrow('away');
    await expect.poll(() => asked).toEqual([[1], [2], [3]]);
    answerAll();
    expect(await Promise.all([other, waiting])).toEqual([20, 30]);
    const later = gather(4);
    await expect.poll(() => asked).toHaveLength(4);
    answerAll();
    expect(await later).toBe(40);
  });

  it('never puts more than 500 calls in a batch', async () => {
    const { asked, gather, answerAll } = startAsking();
    const all = Array.from({ length: 1200 }, (_, index) => gather(index));
    for (let turn = 1; turn <= 3; turn += 1) {
      await expect.poll(() => asked.length).toBe(turn);
      answerAll();
    }
    await Promise.all(all);
    expect(asked.map(({ length }) => length)).toEqual([500, 500, 200]);
  });

  it('batches only calls of the same group, the longest waiting first', async () => {
    const { asked, gather, answerAll } = startAsking({ maxBatchSize: 2, groupOf: (number) => number % 2 });
    const all = [1, 2, 3, 4, 5].map((number) => gather(number));
    for (let turn = 1; turn <= 3; turn += 1) {
      await expect.poll(() => asked.length).toBe(turn);
      answerAll();
    }
    expect(await Promise.all(all)).toEqual([10, 20, 30, 40, 50]);
    expect(asked).toEqual([[1, 3], [2, 4], [5]]);
  });

  it('divides a batch that one question can have caused to fail, until only that question fails', async () => {
    const asked: number[][] = [];
    const divide = createBatcher(
      async (questions: number[]) => {
        asked.push(questions);
        if (questions.includes(0)) throw new RangeError('division by zero');
        return questions.map((question) => 12 / question);
      },
      { isOfOneQuestion: (error) => error instanceof RangeError },
    );
    const outcomes = await Promise.allSettled([1, 2, 0, 3, 4].map(divide));
    expect(outcomes.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message))).toEqual([
      12,
      6,
      'division by zero',
      4,
      3,
    ]);
    expect(asked).toEqual([[1, 2, 0, 3, 4], [1, 2], [0, 3, 4], [0], [3, 4]]);
  });

  it('does not wait for slow batches', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { asked, gather, answerAll } = startAsking({ slowMs: 1000 });
    const all: Promise<number>[] = [];
    for (const question of [1, 2, 3]) {
      all.push(gather(question));
      await nextTurn();
    }
    await vi.advanceTimersByTimeAsync(999);
    expect(asked).toEqual([[1], [2]]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual([[1], [2], [3]]);
    answerAll();
    expect(await Promise.all(all)).toEqual([10, 20, 30]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
