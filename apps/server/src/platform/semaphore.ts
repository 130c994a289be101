/** More wait already than may. */
export class QueueFullError extends Error {
  readonly waiting: number;

  constructor(waiting: number) {
    super('too many wait already');
    this.name = 'QueueFullError';
    this.waiting = waiting;
  }
}

/** A few at a time, and a short queue before them, in the order in which they came. */
export function createSemaphore(places: number, maxQueueLength: number) {
  const queue: (() => void)[] = [];
  let free = places;

  function release(): void {
    const next = queue.shift();
    if (next) next();
    else free += 1;
  }

  return {
    waiting: () => queue.length,
    /** Rejects with QueueFullError. Whoever was given a turn gives it back, once. */
    async take(): Promise<() => void> {
      if (free > 0) free -= 1;
      else if (queue.length >= maxQueueLength) throw new QueueFullError(queue.length);
      else await new Promise<void>((resolve) => queue.push(resolve));
      return release;
    },
  };
}
