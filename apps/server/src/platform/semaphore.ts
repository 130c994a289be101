export class QueueFullError extends Error {
  readonly waiting: number;

  constructor(waiting: number) {
    super('the queue is full');
    this.name = 'QueueFullError';
    this.waiting = waiting;
  }
}

/** Limits concurrency, with a bounded first-in, first-out queue. */
export function createSemaphore(permits: number, maxQueueLength: number) {
  const queue: (() => void)[] = [];
  let free = permits;

  function release(): void {
    const next = queue.shift();
    if (next) next();
    else free += 1;
  }

  return {
    waiting: () => queue.length,
    /** Rejects with QueueFullError. The caller must call the returned release function exactly once. */
    async take(): Promise<() => void> {
      if (free > 0) free -= 1;
      else if (queue.length >= maxQueueLength) throw new QueueFullError(queue.length);
      else await new Promise<void>((resolve) => queue.push(resolve));
      return release;
    },
  };
}
