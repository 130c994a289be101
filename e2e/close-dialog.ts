import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** By Escape. A notification that is still there takes the first one. */
export async function closeDialog(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page.locator('[role=dialog], [role=alertdialog]')).toHaveCount(0, { timeout: 500 });
  }).toPass();
}
