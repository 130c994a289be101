import type { Page } from '@playwright/test';

/** Advances the page's timers and waits until all requests they made have been seen. Needs `page.clock`. */
export async function passTime(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds);
  await page.evaluate(() => fetch('/livez'));
}
