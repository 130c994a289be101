import { setTimeout as delay } from 'node:timers/promises';

export interface Asked {
  count: number;
  p99: number;
  /** Of every call, in milliseconds. */
  times: number[];
  failures: string[];
}

/** Calls `ask` in a loop, one call after the other, until stopped; then returns how long the calls took. */
export function keepAsking(ask: () => Promise<unknown>, pauseMs = 20): { stop(): Promise<Asked> } {
  const stopping = new AbortController();
  const times: number[] = [];
  const failures: string[] = [];
  const asking = (async () => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      await ask().catch((error: unknown) => failures.push(String(error)));
      times.push(performance.now() - startedAt);
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await asking;
      return { count: times.length, p99: p99Of(times), times, failures };
    },
  };
}

export const p99Of = (times: readonly number[]): number => quantileOf(times, 0.99);

export function quantileOf(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * part) - 1] ?? 0;
}
