import type { Page } from '@playwright/test';
import { csv, path, startRun, waitUntilCompleted } from '../bulk-lookup/bulk-lookup.page.ts';
import { expect, test } from '../support/fixtures.ts';

/** Cumulative layout shift. Google calls 0.1 good. */
const maxShift = 0.05;

/** Runs in the page before any other script. */
const watchShifts = () => {
  const shifts = { sum: 0 };
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) shifts.sum += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
};

async function shiftOf(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  // Shifts are reported in a task after the frame.
  return page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() =>
          setTimeout(() => resolve((window as unknown as { shifts: { sum: number } }).shifts.sum)),
        ),
      ),
  );
}

const addresses = ['/', '/individual-lookup', '/bulk-lookup', '/image-lookup', '/api/docs', '/api-keys'];

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`at a width of ${viewport.width}`, () => {
    test.use({ viewport });
    test('pages do not move while they load', async ({ page }) => {
      await page.addInitScript(watchShifts);
      const shifts: Record<string, number> = {};
      for (const address of addresses) shifts[address] = await shiftOf(page, address);
      const runId = await startRun(page, csv({ count: 60 }));
      await waitUntilCompleted(page);
      for (const address of ['/', `${path}?run=${runId}`, `${path}?run=${runId}&ends=90`])
        shifts[`${address} with a run`] = await shiftOf(page, address);
      expect(Object.entries(shifts).filter(([, shift]) => shift > maxShift)).toEqual([]);
    });
  });
}
