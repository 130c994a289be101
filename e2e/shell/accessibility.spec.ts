import { expect, test } from '../support/fixtures.ts';

test.describe('accessibility', () => {
  for (const path of [
    ...['/', '/individual-lookup', '/coming-soon', '/no/such/page', '/purchase-date-predictor/accuracy'],
    '/agent-download',
  ]) {
    test(`has no violations on ${path}`, async ({ page, expectAccessibleEverywhere }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessibleEverywhere(page, path);
    });
  }

  test('has no violations in the collapsed sidebar', async ({ page, expectAccessible }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveClass(colorScheme);
      await expectAccessible(page);
    }
  });

  test('has no violations in the testers dialog', async ({ page, expectAccessibleEverywhere }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Testers Needed!' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessibleEverywhere(page, 'testers dialog');
  });

  test('has no violations in the navigation sheet on a phone', async ({ page, expectAccessible }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveClass(colorScheme);
      await expectAccessible(page);
    }
  });
});
