/** Long enough to get on, short enough that nobody notices. */
const SLICE_MS = 12;

/** A moment for whatever else waits: drawing, keys, the pointer. */
export function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}

/** Runs work that pauses by itself, a slice at a time. False where it was broken off. */
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
