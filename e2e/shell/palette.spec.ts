import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { waitForSession } from '../support/wait-for-session.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' });
const field = (page: Page) => palette(page).getByRole('combobox');
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });
const opener = (page: Page) => page.getByRole('button', { name: 'Search or jump to' });

async function open(page: Page): Promise<void> {
  await page.goto('/');
  await opener(page).click();
  await expect(field(page)).toBeFocused();
}

test.describe('the command palette', () => {
  test('opens with Ctrl+K, finds a page by any of its words, and goes there', async ({ page }) => {
    await page.goto('/');
    await expect(opener(page)).toBeVisible();
    await page.keyboard.press('Control+k');
    await field(page).fill('predictor date');
    await expect(palette(page).getByRole('option')).toHaveText([
      'Purchase Date Predictor',
      'Look up predictor date',
    ]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/purchase-date-predictor');
    await expect(palette(page)).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await field(page).fill('token');
    await expect(option(page, 'Access Tokens')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/external-api?tab=tokens');
  });

  test('looks up a service tag, and lists it among the recent lookups', async ({ page }) => {
    await open(page);
    await field(page).fill('ACTV123');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/individual-lookup?q=ACTV123');
    await expect(page.getByText(/^Covered until /)).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(option(page, /^Dell ACTV123/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Model Number')).toBeFocused();
  });

  test('lists the stored runs', async ({ page }) => {
    await page.goto('/');
    await waitForSession(page);
    const created = await page.request.post('/api/bulk-runs', {
      headers: { origin: new URL(page.url()).origin },
      data: { fieldMapping: { modelNumber: 'Serial' }, fileName: 'laptops.csv' },
    });
    expect(created.status()).toBe(201);
    const { id } = (await created.json()) as { id: string };
    await opener(page).click();
    await option(page, /^laptops\.csv/).click();
    await expect(page).toHaveURL(`/bulk-lookup?run=${id}`);
  });

  test('changes the theme', async ({ page }) => {
    await open(page);
    await field(page).fill('dark');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveClass(/dark/);
  });
});

test('accessibility of the command palette: has no violations, nor does the list of shortcuts', async ({
  page,
  expectAccessibleEverywhere,
}) => {
  await open(page);
  await field(page).fill('AB1');
  await expectAccessibleEverywhere(page, 'command palette');
  await field(page).fill('keyboard');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessibleEverywhere(page, 'keyboard shortcuts');
});

/** Presses the keys within the same task, as fast as a barcode scanner. */
const scan = (page: Page, text: string) =>
  page.evaluate((keys) => {
    for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  }, Array.from(text));

test.describe('shortcuts with a single key', () => {
  test('open the palette and the list of shortcuts, and can be switched off', async ({ page }) => {
    await page.goto('/');
    await expect(opener(page)).toBeVisible();
    await page.keyboard.press('/');
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(palette(page)).toHaveCount(0);
    await page.keyboard.press('?');
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await shortcuts.getByRole('switch', { name: 'Shortcuts with a single key' }).click();
    await shortcuts.getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await expect(opener(page)).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.press('Control+k');
    await expect(field(page)).toHaveValue('');
  });

  test('ignore a barcode scanner and text fields', async ({ page }) => {
    await page.clock.install();
    await page.goto('/individual-lookup');
    await expect(opener(page)).toBeVisible();
    await scan(page, '/ABC1234');
    await scan(page, 'ABC1234?');
    await page.getByLabel('Model Number').press('/');
    await page.clock.runFor(1000);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByLabel('Model Number')).toHaveValue('/');
  });

  test('count right after Escape', async ({ page }) => {
    await page.goto('/');
    await expect(opener(page)).toBeVisible();
    await page.evaluate(() => {
      for (const key of ['Escape', 'Shift', '?'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    });
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });
});
