import { expect, test } from '../support/fixtures.ts';

/** Computed lightness of the background, 0 to 100. */
const lightCanvas = /^lab\(9\d\./;
const darkCanvas = /^lab\(\d\./;

test.describe('the theme', () => {
  test.use({ storedTheme: null });

  test('is light by default, can be toggled, and survives a reload', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/');
    await expect(page.locator('html')).toHaveClass('light');
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    await expect(page.locator('html')).toHaveClass('dark');
    expect(await page.evaluate(() => localStorage.getItem('vite-ui-theme'))).toBe('dark');
    await page.reload();
    await expect(page.locator('html')).toHaveClass('dark');
    await page.getByRole('button', { name: 'Use the light theme' }).click();
    expect(await page.evaluate(() => localStorage.getItem('vite-ui-theme'))).toBe('light');
  });

  for (const [stored, system, canvas] of [
    [null, 'dark', lightCanvas],
    ['dark', 'light', darkCanvas],
    ['system', 'dark', darkCanvas],
    ['system', 'light', lightCanvas],
  ] as const) {
    test.describe(`with ${stored} stored and a ${system} system`, () => {
      test.use({ storedTheme: stored, colorScheme: system });
      test('paints the first frame correctly', async ({ page }) => {
        // Without the application's scripts, the page shows what is painted first.
        await page.route('**/assets/*.js', (route) => route.abort());
        await page.goto('/');
        await expect(page.locator('html')).toHaveCSS('background-color', canvas);
      });
    });
  }

  test('follows the system immediately if set to System', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/');
    await page.getByRole('group', { name: 'Theme' }).getByText('System').click();
    await expect(page.locator('html')).toHaveClass('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveClass('dark');
  });

  test('changes in all tabs', async ({ page, context }) => {
    await page.goto('/');
    const other = await context.newPage();
    await other.goto('/');
    await other.getByRole('button', { name: 'Use the dark theme' }).click();
    await expect(page.locator('html')).toHaveClass('dark');
  });
});
