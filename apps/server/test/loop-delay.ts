import { setTimeout as delay } from 'node:timers/promises';

export interface Measured {
  /** Of the work as a whole, as long as it would take a machine that does nothing else. */
  ms: number;
  /** The longest time in which the event loop did nothing else, by the processor. */
  maxBlockMs: number;
}

/** Milliseconds that this thread was given by the processor. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** How often this machine lets us wait, because others have work to do as well: 1 for never. */
function slowness(): number {
  const [startedAt, used] = [performance.now(), threadMs()];
  while (threadMs() - used < 10);
  return Math.max(1, (performance.now() - startedAt) / (threadMs() - used));
}

/** How long work takes in this process, and how long nothing else could happen meanwhile. */
export async function measure(work: () => Promise<unknown>): Promise<Measured> {
  const before = slowness();
  let maxBlockMs = 0;
  let used = threadMs();
  const tick = () => {
    maxBlockMs = Math.max(maxBlockMs, threadMs() - used);
    used = threadMs();
  };
  const ticker = setInterval(tick, 1);
  await delay(2);
  maxBlockMs = 0;
  const startedAt = performance.now();
  await work();
  const took = performance.now() - startedAt;
  await delay(2);
  clearInterval(ticker);
  return { ms: took / Math.max(before, slowness()), maxBlockMs };
}

/** The best of three: what a moment adds that has nothing to do with the work is not held against it. */
export async function measureBest(
  work: () => Promise<unknown>,
  isGoodEnough: (measured: Measured) => boolean,
): Promise<Measured> {
  let best = await measure(work);
  for (let again = 0; again < 2 && !isGoodEnough(best); again += 1) {
    const next = await measure(work);
    best = {
      ms: Math.min(best.ms, next.ms),
      maxBlockMs: Math.min(best.maxBlockMs, next.maxBlockMs),
    };
  }
  return best;
}
