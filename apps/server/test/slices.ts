import type { Slices } from '../src/platform/threads/tasks.ts';

/** For work that nothing else waits for. */
export const noSlices: Slices = { isSliceOver: () => false, nextSlice: async () => undefined };

/** Measures the CPU time between two calls of `isSliceOver`, during which no other work can go first. */
export function measureSteps(): Slices & { maxMs(): number } {
  let before = process.threadCpuUsage();
  let max = 0;
  const step = () => {
    const { user, system } = process.threadCpuUsage(before);
    max = Math.max(max, (user + system) / 1000);
    before = process.threadCpuUsage();
  };
  return {
    isSliceOver() {
      step();
      return false;
    },
    nextSlice: async () => undefined,
    maxMs() {
      step();
      return max;
    },
  };
}
