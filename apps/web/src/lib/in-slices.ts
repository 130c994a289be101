/** Long enough to make progress, short enough to go unnoticed. */
const SLICE_MS = 12;

/** Yields to other tasks: rendering, keyboard and pointer events. */
export function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}

/** Runs an iterator in time slices. Returns false if it was aborted. */
export async function inSlices(work: Iterator<void>, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) {
      if (signal.aborted) return false;
      if (work.next().done) return true;
    }
    await pause();
  }
}
