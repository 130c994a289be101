import type { Page } from '@playwright/test';

/** Lets this much time pass for the timers of a page, and waits until every request they made has been seen. Needs `page.clock`. */
export async function passTime(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds);
  await page.evaluate(() => fetch('/livez'));
}
