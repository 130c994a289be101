import { expect, expectNoHorizontalScroll, test } from './fixtures.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the API reference is readable in ${colorScheme}`, async ({ page, expectAccessible }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/api/docs');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('IT Warranty Lookup API');
    await expect(page.getByRole('heading', { name: 'POST /api/auth/recover', exact: true })).toBeVisible();
    await expectAccessible(page);
  });
}

test('the API reference fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/api/docs');
  await expectNoHorizontalScroll(page);
});
