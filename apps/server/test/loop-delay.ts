import { setTimeout as delay } from 'node:timers/promises';

export interface Measured {
  /** Duration of all the work, scaled to an otherwise idle machine. */
  ms: number;
  /** The longest time that the event loop was blocked, in CPU time. */
  maxBlockMs: number;
}

/** CPU time of this thread in milliseconds. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** How much other load on this machine slows us down: 1 means not at all. */
function slowness(): number {
  const [startedAt, used] = [performance.now(), threadMs()];
  while (threadMs() - used < 10);
  return Math.max(1, (performance.now() - startedAt) / (threadMs() - used));
}

/** Measures how long the work takes, and how long it blocks the event loop. */
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

/** The best of three attempts, to ignore delays that have nothing to do with the work. */
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
