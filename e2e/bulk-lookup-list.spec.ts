import type { Page } from '@playwright/test';
import { columns, listCall, path, press, sampleTag } from './bulk-lookup.page.ts';
import { expect, test } from './fixtures.ts';

test.describe('a pasted list', () => {
  const openList = async (page: Page) => {
    await page.goto(path);
    await page.getByRole('tab', { name: 'Pasted list' }).click();
  };

  test('is required, and is looked up in one call', async ({ page, expectSentence }) => {
    await openList(page);
    const field = page.getByLabel('Serial numbers');
    await press(page, 'Look up list');
    await expectSentence(page, 'At least one item is required');
    await expect(field).toBeFocused();
    await field.fill(',,;');
    await press(page, 'Look up list');
    await expectSentence(page, 'Serial number is required');
    await page.getByRole('combobox', { name: 'Manufacturer' }).click();
    await expect(page.getByRole('option')).toHaveText(['Auto-detect from serial number', 'Dell']);
    await page.keyboard.press('Escape');
    await field.fill(`${sampleTag(1)}\tDell\n${sampleTag(2)}\tDell Inc.\n${sampleTag(3)}\t`);
    const asked = page.waitForRequest(listCall);
    await press(page, 'Look up list');
    expect((await asked).postDataJSON()).toEqual({
      items: [
        { serialNumber: sampleTag(1), manufacturer: 'Dell' },
        { serialNumber: sampleTag(2), manufacturer: 'Dell Inc.' },
        { serialNumber: sampleTag(3) },
      ],
    });
    const table = page.getByRole('table', { name: 'Results of the list' });
    await expect(table.getByRole('row')).toHaveCount(4);
    for (const [at, column] of columns.entries())
      await expect(table.getByRole('columnheader').nth(at)).toHaveText(column);
    const saved = page.waitForEvent('download');
    await press(page, 'Download results');
    expect((await saved).suggestedFilename()).toMatch(/^warranty_results_\d{4}-\d\d-\d\d\.csv$/);
  });

  test('has a simulated progress bar: 10 % more every half second, up to 95 %', async ({ page }) => {
    await page.clock.install();
    await openList(page);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(listCall, async (route) => {
      await promise;
      await route.fulfill({ json: [] });
    });
    await page.getByLabel('Serial numbers').fill(sampleTag(1));
    await press(page, 'Look up list');
    const bar = page.getByRole('progressbar', { name: 'Looking up the list' });
    await expect(bar).toHaveAttribute('aria-valuenow', '0');
    await page.clock.runFor(1600);
    await expect(bar).toHaveAttribute('aria-valuenow', '30');
    await page.clock.runFor(10_000);
    await expect(bar).toHaveAttribute('aria-valuenow', '95');
    resolve();
    await expect(page.getByRole('progressbar', { name: 'Done' })).toHaveAttribute('aria-valuenow', '100');
  });

  for (const [title, answer, reason] of [
    ['without a network', null, null],
    ['answered by a proxy', { status: 502, body: '<html>' }, 'Server error: 502'],
  ] as const) {
    test(`${title} shows an error, and keeps the list`, async ({ page, expectSentence }) => {
      await openList(page);
      await page.route(listCall, (route) => (answer ? route.fulfill(answer) : route.abort()));
      await page.getByLabel('Serial numbers').fill(sampleTag(1));
      await press(page, 'Look up list');
      await expectSentence(page, 'Bulk warranty lookup failed');
      if (reason) await expectSentence(page, reason);
      await expect(page.getByLabel('Serial numbers')).toHaveValue(sampleTag(1));
    });
  }
});
