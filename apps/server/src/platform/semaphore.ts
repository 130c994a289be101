interface QueueLimit {
  maxLength: number;
  /** Thrown if the queue is full. */
  fullError(waiting: number): Error;
}

/** Limits concurrency, with a first-in, first-out queue. */
export function createSemaphore(permits: number, limit?: QueueLimit) {
  const queue: (() => void)[] = [];
  let free = permits;

  function release(): void {
    const next = queue.shift();
    if (next) next();
    else free += 1;
  }

  /** The caller must call the returned release function exactly once. */
  async function take(): Promise<() => void> {
    if (free > 0) free -= 1;
    else if (limit && queue.length >= limit.maxLength) throw limit.fullError(queue.length);
    else await new Promise<void>((resolve) => queue.push(resolve));
    return release;
  }

  return {
    waiting: () => queue.length,
    take,
    async run<T>(work: () => Promise<T>): Promise<T> {
      await take();
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
