/** Long enough to make progress, short enough to go unnoticed. */
const SLICE_MS = 12;

/** Yields to other tasks: rendering, keyboard and pointer events. */
export function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}

/** Runs a generator in time slices. Returns what it returns, or null if it was aborted. */
export async function inSlices<Result>(
  work: Iterator<void, Result>,
  signal: AbortSignal,
): Promise<Result | null> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) {
      if (signal.aborted) return null;
      const { done, value } = work.next();
      if (done) return value;
    }
    await pause();
  }
}
