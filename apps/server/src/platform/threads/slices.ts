import { createFairQueue } from '../fairness/fair-queue.ts';
import type { Sharer } from '../fairness/shares.ts';
import { createRecentUse } from '../recent-use.ts';

/** Less than half of what a slice may take: what is read in one go after the last check takes time as well. */
const sliceMs = 20;

interface Waiter<W> extends PromiseWithResolvers<void> {
  work: W;
}

function cpuMsOfThread(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

export interface SliceEvents<W> {
  started(work: W): void;
  ended(work: W, cpuMs: number): void;
}

/**
 * Divides the time of a thread into slices. The next one is for the client, then for the owner, that has used the least of
 * late, so that a short task never waits for a long one of another client to end.
 */
export function createSlices<W extends { sharer: Sharer }>({ started, ended }: SliceEvents<W>) {
  const clients = createRecentUse();
  const owners = createRecentUse();
  const queue = createFairQueue<Waiter<W>>({ clients, owners });
  let running: W | null = null;
  let startedAt = 0;
  let cpuMsBefore = 0;
  let isNextDue = false;

  function changeUse({ client, owner }: Sharer, places: number): void {
    clients.change(client.key, places);
    owners.change(owner, places);
  }

  function startNext(): void {
    isNextDue = false;
    const next = running ? undefined : queue.shift()?.item;
    if (!next) return;
    running = next.work;
    startedAt = performance.now();
    cpuMsBefore = cpuMsOfThread();
    changeUse(running.sharer, 1);
    started(running);
    next.resolve();
  }

  /** Messages that have arrived are read first: they may be of a client that goes before all others. */
  function startNextSoon(): void {
    if (!isNextDue) setImmediate(startNext);
    isNextDue = true;
  }

  return {
    isOver: () => performance.now() - startedAt >= sliceMs,
    take(work: W): Promise<void> {
      const waiter = { work, ...Promise.withResolvers<void>() };
      queue.push(work.sharer, waiter);
      startNextSoon();
      return waiter.promise;
    },
    end(work: W): void {
      if (running !== work) return;
      running = null;
      changeUse(work.sharer, -1);
      ended(work, cpuMsOfThread() - cpuMsBefore);
      startNextSoon();
    },
    /** Rejects its wait for a slice, if it waits for one. */
    drop(work: W, error: Error): void {
      queue.removeWhere((waiter) => waiter.work === work)?.reject(error);
    },
  };
}
