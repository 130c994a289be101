import { createSemaphore } from '../../platform/fairness/semaphore.ts';
import { maxShare, type Sharer } from '../../platform/fairness/shares.ts';

const checkEveryMs = 250;

interface RunningCall {
  sharer: Sharer;
  startedAt: number;
  stop: AbortController;
}

export interface RelayPlacesOptions {
  count: number;
  /** Further places, for one call each of clients that have no other. */
  reserved: number;
  /** A call that takes longer may be ended in favor of others. */
  slowMs: number;
  busyError(): Error;
}

/**
 * Places for calls, shared by client, then by owner. Alone, an owner may have all of them. If none is left, those who have less
 * wait for one, and the oldest slow call of the client or owner that has the most is ended in their favor: calls that hang
 * would otherwise keep everyone else out until they time out. So that a newcomer need not wait until a call is slow, a few places
 * are reserved for clients that have none.
 */
export function createRelayPlaces({ count, reserved, slowMs, busyError }: RelayPlacesOptions) {
  const semaphore = createSemaphore(count, { maxLength: count, fullError: busyError });
  /** In order of their start, without those that are being ended. */
  const running = new Set<RunningCall>();
  let ending = 0;
  const clientsInReserve = new Set<string>();
  const isFull = () => running.size + ending === count;

  function heldBy({ client, owner }: Sharer) {
    const held = { client: 0, owner: 0 };
    for (const { sharer } of running) {
      if (sharer.client.key === client.key) held.client += 1;
      if (sharer.owner === owner) held.owner += 1;
    }
    return held;
  }

  /** Nothing is ended for a newcomer who would then have as much as the one who had to make room. */
  function findGreedy(newcomer: Sharer): RunningCall | undefined {
    const has = heldBy(newcomer);
    const slow = [...running]
      .filter(({ startedAt }) => performance.now() - startedAt >= slowMs)
      .map((call) => ({ call, held: heldBy(call.sharer) }));
    const byClient = slow
      .filter(({ held }) => held.client > has.client + 1)
      .toSorted((a, b) => b.held.client - a.held.client || b.held.owner - a.held.owner);
    const byOwner = slow
      .filter(
        ({ call, held }) => call.sharer.client.key === newcomer.client.key && held.owner > has.owner + 1,
      )
      .toSorted((a, b) => b.held.owner - a.held.owner);
    return (byClient[0] ?? byOwner[0])?.call;
  }

  function makeRoom(newcomer: Sharer): void {
    if (semaphore.waiting() <= ending) return;
    const greedy = findGreedy(newcomer);
    if (!greedy) return;
    running.delete(greedy);
    ending += 1;
    greedy.stop.abort();
  }

  async function take(sharer: Sharer, signal: AbortSignal): Promise<() => void> {
    const taking = semaphore.take(sharer, signal);
    makeRoom(sharer);
    const timer = setInterval(() => makeRoom(sharer), checkEveryMs);
    return taking.finally(() => clearInterval(timer));
  }

  const mayUseReserve = (sharer: Sharer) =>
    isFull() &&
    clientsInReserve.size < reserved &&
    !clientsInReserve.has(sharer.client.key) &&
    heldBy(sharer).client === 0;

  async function runInReserve<T>({ client }: Sharer, work: () => Promise<T>): Promise<T> {
    clientsInReserve.add(client.key);
    try {
      return await work();
    } finally {
      clientsInReserve.delete(client.key);
    }
  }

  return {
    /**
     * Rejects with the given error if there is no place, and with the signal's reason if it is aborted before there is one. The
     * work gets a signal that is also aborted to make room.
     */
    async run<T>(sharer: Sharer, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      if (isFull() && heldBy(sharer).owner >= count * maxShare) throw busyError();
      if (mayUseReserve(sharer)) return runInReserve(sharer, () => work(signal));
      const release = await take(sharer, signal);
      const call = { sharer, startedAt: performance.now(), stop: new AbortController() };
      running.add(call);
      try {
        return await work(AbortSignal.any([signal, call.stop.signal]));
      } finally {
        if (!running.delete(call)) ending -= 1;
        release();
      }
    },
  };
}
