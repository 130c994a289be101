import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** By its own button: one that shows a secret stays open on Escape. One that asks a question has none, and takes Escape. */
export async function closeDialog(page: Page): Promise<void> {
  const shown = page.locator('[role=dialog], [role=alertdialog]');
  const button = shown.getByRole('button', { name: 'Close', exact: true });
  await expect(async () => {
    // A notification that is still there takes the first Escape.
    if ((await button.count()) > 0) await button.click({ timeout: 1000 });
    else await page.keyboard.press('Escape');
    await expect(shown).toHaveCount(0, { timeout: 500 });
  }).toPass();
}
