import { currentRequest } from './current-request.ts';
import { createShares, maxShare, type Sharer } from './shares.ts';

interface QueueLimit {
  maxLength: number;
  /** Thrown if there is no room for another waiter. */
  fullError(waiting: number): Error;
}

interface Waiter {
  sharer: Sharer;
  turn: PromiseWithResolvers<void>;
}

const noLimit: QueueLimit = {
  maxLength: Number.POSITIVE_INFINITY,
  fullError: () => new Error('the queue has no limit'),
};

export type Semaphore = ReturnType<typeof createSemaphore>;

/**
 * Limits concurrency, with a fair queue. A permit goes to the waiter whose client, then whose owner, holds the fewest and
 * was served longest ago. While others wait, one owner or client has at most a quarter of the permits and the queue; alone
 * it may have all. If the queue is full, a newcomer replaces the newest waiter of the client or owner that has the most.
 */
export function createSemaphore(permits: number, limit: QueueLimit = noLimit) {
  const share = Math.max(1, Math.floor((permits + limit.maxLength) * maxShare));
  const shares = createShares();
  /** In order of arrival. */
  const queue: Waiter[] = [];
  let free = permits;

  function serve(sharer: Sharer): void {
    free -= 1;
    shares.change(sharer, 1);
    shares.serve(sharer);
  }

  function leave(waiter: Waiter): void {
    const at = queue.indexOf(waiter);
    if (at < 0) return;
    queue.splice(at, 1);
    shares.change(waiter.sharer, 0, -1);
  }

  function refuse(waiter: Waiter): void {
    leave(waiter);
    waiter.turn.reject(limit.fullError(queue.length));
  }

  /** The sort is stable, so the rest goes by arrival. */
  function serveNext(): void {
    const [next] = queue.toSorted((a, b) => shares.compare(a.sharer, b.sharer));
    if (!next) return;
    leave(next);
    serve(next.sharer);
    next.turn.resolve();
  }

  function hasShareWhileOthersWait(sharer: Sharer): boolean {
    const has = shares.total(sharer);
    return queue.some(
      ({ sharer: { client, owner } }) =>
        (has.client >= share && client.key !== sharer.client.key) ||
        (has.owner >= share && owner !== sharer.owner),
    );
  }

  /** The newest waiter of the client, then of the owner, that has the most, and at least two more than the newcomer. */
  function findGreedy(newcomer: Sharer): Waiter | undefined {
    const has = shares.total(newcomer);
    const waiters = queue.map((waiter) => ({ waiter, ...shares.total(waiter.sharer) }));
    const byClient = waiters.filter(({ client }) => client > has.client + 1);
    const byOwner = waiters.filter(({ client, owner }) => client >= has.client && owner > has.owner + 1);
    const greedy =
      byClient.length > 0 ? withMost(withMost(byClient, 'client'), 'owner') : withMost(byOwner, 'owner');
    return greedy.at(-1)?.waiter;
  }

  function makeRoom(sharer: Sharer): void {
    if (hasShareWhileOthersWait(sharer)) throw limit.fullError(queue.length);
    if (queue.length < limit.maxLength) return;
    const greedy = findGreedy(sharer);
    if (!greedy) throw limit.fullError(queue.length);
    refuse(greedy);
  }

  function wait(sharer: Sharer, signal: AbortSignal | null): Promise<void> {
    makeRoom(sharer);
    const waiter = { sharer, turn: Promise.withResolvers<void>() };
    queue.push(waiter);
    shares.change(sharer, 0, 1);
    if (!signal) return waiter.turn.promise;
    const stop = () => {
      leave(waiter);
      waiter.turn.reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
    return waiter.turn.promise.finally(() => signal.removeEventListener('abort', stop));
  }

  /**
   * Throws if the queue is full. Rejects if a newcomer takes the place, or with the reason of the signal, which is that of the
   * current request unless there is another; null for what continues without it. The caller must call the returned release
   * function exactly once.
   */
  function take(sharer: Sharer, signal: AbortSignal | null = requestSignal()): Promise<() => void> {
    const release = () => {
      free += 1;
      shares.change(sharer, -1);
      serveNext();
    };
    signal?.throwIfAborted();
    if (free === 0) return wait(sharer, signal).then(() => release);
    serve(sharer);
    return Promise.resolve(release);
  }

  return {
    waiting: () => queue.length,
    take,
    async run<T>(sharer: Sharer, work: () => Promise<T>, signal?: AbortSignal | null): Promise<T> {
      const release = await take(sharer, signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

const requestSignal = (): AbortSignal | null => currentRequest.getStore()?.signal ?? null;

function withMost<K extends string, T extends Record<K, number>>(all: readonly T[], key: K): T[] {
  const most = Math.max(...all.map((each) => each[key]));
  return all.filter((each) => each[key] === most);
}
