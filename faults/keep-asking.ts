import { setTimeout as delay } from 'node:timers/promises';
import { assert } from './fault.ts';

export interface Asked {
  count: number;
  p99: number;
  /** Of every call, in milliseconds. */
  times: number[];
  failures: string[];
}

/** Does something again and again until the function that it returns is called. */
export function keepDoing(act: () => Promise<unknown>, pauseMs: number): () => Promise<void> {
  const stopping = new AbortController();
  const doing = (async () => {
    while (!stopping.signal.aborted) {
      await act();
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    stopping.abort();
    await doing;
  };
}

export interface Asking {
  /** The calls so far. */
  readonly count: number;
  stop(): Promise<Asked>;
}

/** Calls `ask` in a loop, one call after the other, until stopped; then returns how long the calls took. */
export function keepAsking(ask: () => Promise<unknown>, pauseMs = 20): Asking {
  const times: number[] = [];
  const failures: string[] = [];
  const stop = keepDoing(async () => {
    const startedAt = performance.now();
    await ask().catch((error: unknown) => failures.push(String(error)));
    times.push(performance.now() - startedAt);
  }, pauseMs);
  return {
    get count() {
      return times.length;
    },
    async stop() {
      await stop();
      return { count: times.length, p99: p99Of(times), times, failures };
    },
  };
}

/** Stops all of them and returns what they asked together. */
export async function stopAll(asking: readonly Asking[]): Promise<Asked> {
  const asked = await Promise.all(asking.map((each) => each.stop()));
  const times = asked.flatMap((each) => each.times);
  return { count: times.length, p99: p99Of(times), times, failures: asked.flatMap((each) => each.failures) };
}

/** As `stopAll`, and asserts that none of the calls failed. */
export async function stopUnfailed(asking: readonly Asking[]): Promise<Asked> {
  const asked = await stopAll(asking);
  const { failures, count } = asked;
  assert(failures.length === 0, `${failures.length} of ${count} requests failed: ${failures[0]}`);
  return asked;
}

export const p99Of = (times: readonly number[]): number => quantileOf(times, 0.99);

export function quantileOf(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * part) - 1] ?? 0;
}
