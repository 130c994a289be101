import { expect, type Page } from '@playwright/test';

/** Fields are shown before the session exists, and requests of the test itself would be rejected. */
export async function waitForSession(page: Page): Promise<void> {
  await expect.poll(async () => (await page.context().cookies()).length).toBeGreaterThan(0);
}
