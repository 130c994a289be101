import { readClipboard } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';

// The page that shows every control, `apps/web/test/kit`. It is a separate build and not part of the product.
test.use({ baseURL: process.env.E2E_CONTROLS_URL ?? '' });

test.describe('toasts', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Short', exact: true })).toBeVisible();
    // They load after the page, and React may show them by a timer.
    await expect(page.getByRole('region', { name: /Notifications/ })).toBeAttached();
    await page.clock.pauseAt(Date.now() + 600_000);
  });

  test('are shown one at a time: a new one replaces the old one', async ({ page }) => {
    const notifications = page.getByRole('region', { name: /Notifications/ });
    await page.getByRole('button', { name: 'Short', exact: true }).click();
    await expect(notifications.getByRole('listitem')).toHaveText(/Saved/);
    await page.getByRole('button', { name: 'With description' }).click();
    await expect(notifications.getByRole('listitem')).toHaveCount(1);
    await expect(notifications.getByRole('listitem')).toHaveText(/File ready/);
  });

  test('close automatically after 5,000 ms, unless the pointer is over them', async ({ page }) => {
    const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
    await page.getByRole('button', { name: 'Short', exact: true }).click();
    await expect(toast).toBeVisible();
    await page.clock.runFor(4900);
    await expect(toast).toBeVisible();
    await page.clock.runFor(200);
    await expect(toast).toHaveCount(0);

    await page.getByRole('button', { name: 'Short', exact: true }).click();
    await toast.hover();
    await page.clock.runFor(20_000);
    await expect(toast).toBeVisible();
    await page.mouse.move(10, 10);
    await page.clock.runFor(5100);
    await expect(toast).toHaveCount(0);
  });

  test('are focused by F8, and stay open while they have the focus', async ({ page }) => {
    const region = page.getByRole('region', { name: /Notifications/ });
    await page.getByRole('button', { name: 'Short', exact: true }).click();
    await expect(region.getByRole('listitem')).toBeVisible();
    await page.keyboard.press('F8');
    await expect(region.getByRole('list')).toBeFocused();
    await page.clock.runFor(20_000);
    await expect(region.getByRole('listitem')).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await page.clock.runFor(1000);
    await expect(region.getByRole('listitem')).toHaveCount(0);
  });

  for (const [distance, outcome] of [
    [40, 'stay'],
    [80, 'go'],
  ] as const) {
    test(`${outcome} when swiped ${distance} px to the right`, async ({ page }) => {
      const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
      await page.getByRole('button', { name: 'Short', exact: true }).click();
      const box = await toast.boundingBox();
      const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + 12];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + distance / 2, y, { steps: 4 });
      await page.mouse.move(x + distance, y, { steps: 4 });
      await page.mouse.up();
      await expect(toast).toHaveCount(outcome === 'go' ? 0 : 1);
    });
  }

  test('are at most 420 px wide', async ({ page }) => {
    await page.getByRole('button', { name: 'Short', exact: true }).click();
    const box = await page
      .getByRole('region', { name: /Notifications/ })
      .getByRole('list')
      .boundingBox();
    expect(box?.width).toBeLessThanOrEqual(420);
  });
});

test('a copy button confirms for two seconds', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Copy', exact: true }).first();
  await expect(button).toBeVisible();
  await page.clock.pauseAt(Date.now() + 600_000);
  await button.click();
  const copied = page.getByRole('button', { name: 'Copied' });
  await expect(copied).toBeVisible();
  await page.clock.runFor(1900);
  await expect(copied).toBeVisible();
  await page.clock.runFor(200);
  await expect(copied).toHaveCount(0);
  expect(await readClipboard(page)).toBe('copied text');
});

test('every control is accessible', async ({ page, expectAccessibleEverywhere }) => {
  test.slow();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessibleEverywhere(page, 'controls');
});
