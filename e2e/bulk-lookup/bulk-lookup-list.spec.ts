import type { Page } from '@playwright/test';
import { hold } from '../support/calls.ts';
import { download, press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import { columns, listCall, path, sampleTag } from './bulk-lookup.page.ts';

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
    expect((await download(page, 'Download results')).name).toMatch(
      /^warranty_results_\d{4}-\d\d-\d\d\.csv$/,
    );
  });

  test('from a spreadsheet shows which columns are used, and they can be changed', async ({ page }) => {
    await openList(page);
    const field = page.getByLabel('Serial numbers');
    const rows = [1, 2, 2].map((at) => `PC-${at}\tDell\t${sampleTag(at)}\t${sampleTag(at + 4)}`);
    await field.fill(['Asset\tVendor\tSerial Number\tOld tag', ...rows].join('\n'));
    const column = (name: string) => page.getByRole('combobox', { name });
    await expect(column('Serial number column')).toHaveText('Serial Number');
    await expect(column('Manufacturer column')).toHaveText('Vendor');
    await expect(
      page.getByText(/2 devices of at most 1,000\. 1 repeated tag is looked up once\.$/),
    ).toBeVisible();
    await column('Serial number column').click();
    await page.getByRole('option', { name: 'Old tag' }).click();
    await column('Manufacturer column').click();
    await page.getByRole('option', { name: 'None' }).click();
    const asked = page.waitForRequest(listCall);
    await press(page, 'Look up list');
    expect((await asked).postDataJSON()).toEqual({
      items: [{ serialNumber: sampleTag(5) }, { serialNumber: sampleTag(6) }],
    });
    await field.fill(`${sampleTag(1)}\n${sampleTag(1)}`);
    await expect(column('Serial number column')).toHaveCount(0);
  });

  test('has a simulated progress bar: 10 % more every half second, up to 95 %', async ({ page }) => {
    await page.clock.install();
    await openList(page);
    const release = await hold(page, listCall, { json: [] });
    await page.getByLabel('Serial numbers').fill(sampleTag(1));
    await press(page, 'Look up list');
    const bar = page.getByRole('progressbar', { name: 'Looking up the list' });
    await expect(bar).toHaveAttribute('aria-valuenow', '0');
    await page.clock.runFor(1600);
    await expect(bar).toHaveAttribute('aria-valuenow', '30');
    await page.clock.runFor(10_000);
    await expect(bar).toHaveAttribute('aria-valuenow', '95');
    release();
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

test.describe('recent lists', () => {
  const recent = (page: Page) => page.getByRole('region', { name: 'Recent lists' });
  const table = (page: Page) => page.getByRole('table', { name: 'Results of the list' });

  test('open with their last known results, without a vendor call, and can be deleted and restored', async ({
    page,
  }) => {
    await page.goto(`${path}?tab=list`);
    const field = page.getByLabel('Serial numbers');
    for (const list of [
      `${sampleTag(1)}\n${sampleTag(2)}\n${sampleTag(1)}`,
      `${sampleTag(3)}\tDell\tRoom 7`,
    ]) {
      await field.fill(list);
      await press(page, 'Look up list');
      await expect(table(page)).toContainText(list.slice(0, 7));
    }
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Pasted list' })).toHaveAttribute('aria-selected', 'true');
    const lists = recent(page).getByRole('listitem');
    const [newest, oldest] = [
      new RegExp(`^${sampleTag(3)} 1 device`),
      new RegExp(`^${sampleTag(1)}, .* 2 devices`),
    ];
    await expect(lists).toHaveText([newest, oldest]);
    const asked = page.waitForRequest(listCall);
    await recent(page).getByRole('button', { name: oldest }).press('Enter');
    expect((await asked).postDataJSON()).toEqual({
      items: [{ serialNumber: sampleTag(1) }, { serialNumber: sampleTag(2) }],
      cachedOnly: true,
    });
    await expect(field).toHaveValue(`${sampleTag(1)}\n${sampleTag(2)}`);
    await expect(table(page).getByRole('row')).toHaveCount(3);
    await expect(page.getByText('Last known results', { exact: true })).toBeVisible();
    await recent(page).getByRole('button', { name: newest }).click();
    await expect(field).toHaveValue(`Serial Number\tManufacturer\n${sampleTag(3)}\tDell`);
    await expect(table(page).getByRole('row')).toHaveCount(2);

    await press(recent(page), `Delete the list ${sampleTag(3)}`);
    await expect(lists).toHaveText([oldest]);
    await expect(recent(page).getByRole('button', { name: /^Delete the list/ })).toBeFocused();
    await press(page, 'Undo');
    await expect(lists).toHaveText([newest, oldest]);
    await press(recent(page), 'Clear');
    await expect(recent(page)).toHaveCount(0);
    await page.reload();
    await expect(field).toBeVisible();
    await expect(recent(page)).toHaveCount(0);
  });

  test('name the devices without a saved result', async ({ page }) => {
    await page.goto(`${path}?tab=list`);
    // Looked up by no test, so the server has no result of them.
    const devices = [{ serialNumber: 'SMPZZZ8' }, { serialNumber: 'SMPZZZ9' }];
    const list = { lookedUpAt: new Date().toISOString(), devices };
    await page.evaluate((lists) => localStorage.setItem('recent-lists', JSON.stringify(lists)), [list]);
    await page.reload();
    await recent(page)
      .getByRole('button', { name: /^SMPZZZ8, SMPZZZ9 2 devices/ })
      .click();
    await expect(page.getByText('2 devices without a saved result', { exact: true })).toBeVisible();
    await expect(table(page)).toHaveCount(0);
  });
});

test('accessibility of a pasted list: has no violations with columns, results and recent lists', async ({
  page,
  expectAccessibleEverywhere,
}) => {
  await page.goto(`${path}?tab=list`);
  const rows = Array.from({ length: 20 }, (_, at) => `PC-${at}\tDell\t${sampleTag(at + 1)}`);
  await page.getByLabel('Serial numbers').fill(['Asset\tVendor\tSerial Number', ...rows, rows[0]].join('\n'));
  await press(page, 'Look up list');
  await expect(page.getByRole('table', { name: 'Results of the list' })).toBeVisible();
  await expectAccessibleEverywhere(page, 'list with columns');
  await page.getByRole('region', { name: 'Recent lists' }).getByRole('button', { name: /^SMP/ }).click();
  await expect(page.getByText('Last known results', { exact: true })).toBeVisible();
  await expectAccessibleEverywhere(page, 'reopened list');
});
