import { demandFitting, expect, test } from './fixtures.ts';

const pages = [
  ...['/', '/individual-lookup', '/api-explorer', '/external-api', '/coming-soon', '/no/such/page'],
  ...['/purchase-date-predictor', '/agent-download', '/agent-discoveries'],
];

for (const theme of ['light', 'dark'] as const) {
  test.describe(`accessibility, ${theme}`, () => {
    test.use({ storedTheme: theme });

    for (const path of pages) {
      test(`of ${path}`, async ({ page, demandAccessible }) => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await demandAccessible(page);
        await page.getByRole('button', { name: 'Toggle sidebar' }).click();
        await demandAccessible(page);
      });
    }

    test('of the testers dialog and, on a phone, the sheet', async ({ page, demandAccessible }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/');
      await page.getByRole('button', { name: 'Testers Needed!' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await demandAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Toggle sidebar' }).click();
      await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible();
      await demandAccessible(page);
    });
  });
}

test.describe('a narrow screen', () => {
  for (const path of pages) {
    test(`shows ${path} at 320 px without scrolling sideways`, async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 700 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await demandFitting(page);
    });
  }
});
