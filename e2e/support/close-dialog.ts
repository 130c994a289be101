import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** A notification that is visible consumes the first Escape. */
export async function closeByEscape(page: Page, dialog: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0, { timeout: 1000 });
  }).toPass();
}

/**
 * Uses the Close button, because a dialog that shows a secret ignores Escape. A confirmation dialog has no such button, but
 * closes on Escape.
 */
export async function closeDialog(page: Page): Promise<void> {
  const shown = page.locator('[role=dialog], [role=alertdialog]');
  const button = shown.getByRole('button', { name: 'Close', exact: true });
  await expect(async () => {
    // A visible notification consumes the first Escape.
    if ((await button.count()) > 0) await button.click({ timeout: 1000 });
    else await page.keyboard.press('Escape');
    await expect(shown).toHaveCount(0, { timeout: 500 });
  }).toPass();
}
