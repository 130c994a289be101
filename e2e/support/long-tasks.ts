import type { Page } from '@playwright/test';

/** Maximum duration of a task in ms. Other load on the machine counts too, so it is only enforced with `--full`. */
export const allowedTask = process.env.E2E_FULL ? 100 : Number.POSITIVE_INFINITY;

/** The longest task of each round. Repeats for up to three rounds until one is short enough. */
export async function longestTasks(round: () => Promise<number>): Promise<number[]> {
  const longest: number[] = [];
  while (longest.length < 3 && !longest.some((task) => task < allowedTask)) longest.push(await round());
  return longest;
}

/** Returns a function that reports the longest task of the page since this call. */
export async function watchTasks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask' });
    Object.assign(globalThis, { tasks });
  });
  return () => page.evaluate(() => Math.max(0, ...(globalThis as unknown as { tasks: number[] }).tasks));
}
