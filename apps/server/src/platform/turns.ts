/** More wait already than may. */
export class TooManyWait extends Error {
  readonly waiting: number;

  constructor(waiting: number) {
    super('too many wait already');
    this.name = 'TooManyWait';
    this.waiting = waiting;
  }
}

/** A few at a time, and a short queue before them, in the order in which they came. */
export function createTurns(places: number, mostWaiting: number) {
  const queue: (() => void)[] = [];
  let free = places;

  function giveBack(): void {
    const next = queue.shift();
    if (next) next();
    else free += 1;
  }

  return {
    waiting: () => queue.length,
    /** Rejects with TooManyWait. Whoever was given a turn gives it back, once. */
    async take(): Promise<() => void> {
      if (free > 0) free -= 1;
      else if (queue.length >= mostWaiting) throw new TooManyWait(queue.length);
      else await new Promise<void>((resolve) => queue.push(resolve));
      return giveBack;
    },
  };
}
