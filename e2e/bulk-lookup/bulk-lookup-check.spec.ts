import type { Locator, Page } from '@playwright/test';
import { chooseOption, dialog, press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  card,
  csv,
  makeReady,
  openConfirmation,
  results,
  sampleTag,
  waitUntilCompleted,
} from './bulk-lookup.page.ts';

const data = (page: Page): Locator => page.getByRole('table', { name: 'First rows of your file' });
const header = (page: Page, name: string): Locator =>
  data(page).getByRole('columnheader').filter({ hasText: name });

test.describe('the data of a file', () => {
  const headers = ['Serial Number', 'Machine', 'Bought'];
  const row = (at: number) => [` ${at}. `, sampleTag(at), '="31.12.2024"'];

  test('is shown as it is, with the use of each column, and follows the mapping', async ({ page }) => {
    await makeReady(page, csv({ count: 20, headers, row }));
    await expect(data(page).getByRole('row')).toHaveCount(7);
    const cells = await data(page).getByRole('row').nth(2).getByRole('cell').allTextContents();
    expect(cells).toEqual([' 2. ', sampleTag(2), '="31.12.2024"']);
    // As a spreadsheet numbers it: the header is row 1.
    await expect(data(page).getByRole('rowheader').first()).toHaveText('2');
    await expect(header(page, 'Serial Number')).toHaveText(/Model Number/);
    await expect(header(page, 'Machine')).toHaveText(/Not used/);
    await chooseOption(page, 'Model Number', 'Machine', { exact: true });
    await expect(header(page, 'Machine')).toHaveText(/Model Number/);
    await expect(header(page, 'Serial Number')).toHaveText(/Not used/);
  });

  test('scrolls sideways in its own region', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const many = Array.from({ length: 30 }, (_, at) => `Property ${at}`);
    await makeReady(
      page,
      csv({ count: 3, headers: ['Serial Number', ...many], row: (at) => [sampleTag(at), ...many] }),
    );
    await expect(page.getByRole('region', { name: 'First rows of your file' })).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  });
});

test.describe('the rows of a finding', () => {
  /** 30 rows: a number that lost its digits, a blank cell, a lower-case tag, and two that repeat a device. */
  const rows = Array.from({ length: 30 }, (_, index) => [`PC-${index + 1}`, sampleTag(index + 1), 'Dell']);
  rows[4] = ['PC-5', '1.23E+11', 'Dell'];
  rows[7] = ['PC-8', '', 'Dell'];
  rows[9] = ['PC-10', ` ${sampleTag(10).toLowerCase()}`, 'Dell'];
  rows[20] = ['PC-21', sampleTag(1), 'Dell'];
  rows[21] = ['PC-22', sampleTag(1), 'Dell'];
  const text = csv({
    count: 30,
    headers: ['Asset', 'Serial Number', 'Maker'],
    row: (at) => rows[at - 1] ?? [],
  });
  const duplicates =
    '2 rows repeat a device of an earlier row. Each device is looked up once, and its result is written to every row';
  /** The finding is a list item, too. */
  const item = (page: Page, row: number): Locator =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByText(`Row ${row}`, { exact: true }) })
      .last();

  test('are listed with what becomes of them', async ({ page, expectAccessible }) => {
    await makeReady(page, text);
    await page.getByText('1 row without a service tag or serial number. Skipped').click();
    await expect(item(page, 9)).toContainText('blank');
    await expect(item(page, 9)).toContainText('This row has no service tag or serial number.');
    await page.getByText(/1 identifier with spaces/).click();
    await expect(item(page, 11)).toContainText(`Looked up as ${sampleTag(10)}`);
    await page.getByText(duplicates).click();
    for (const row of [22, 23]) await expect(item(page, row)).toContainText('The same device as in row 2.');
    await expectAccessible(page);
  });

  test('can be corrected in place: the lookup uses the correction, the file keeps its cells', async ({
    page,
  }) => {
    await makeReady(page, text);
    await page.getByText(/1 number in scientific notation/).click();
    await expect(item(page, 6)).toContainText('Not looked up.');
    await press(page, 'Correct row 6');
    const field = page.getByLabel('Service tag or serial number of row 6');
    await expect(field).toBeFocused();
    await field.fill('None');
    await page.keyboard.press('Enter');
    await expect(item(page, 6)).toContainText("'None' is a placeholder");
    await field.fill(sampleTag(500).toLowerCase());
    await page.keyboard.press('Enter');
    await expect(item(page, 6)).toContainText(`Corrected by you, looked up as ${sampleTag(500)}`);
    await expect(page.getByRole('button', { name: 'Correct row 6' })).toBeFocused();
    await expect(page.getByText('1 correction by you')).toBeVisible();

    await openConfirmation(page);
    await expect(dialog(page).getByText('1 row corrected by you.')).toBeVisible();
    await expect(dialog(page).getByText('Rows to look up').locator('..')).toContainText('29');
    await press(dialog(page), 'Process CSV');
    await expect(page).toHaveURL(/\?run=/);
    await waitUntilCompleted(page);
    await expect(results(page).getByText(sampleTag(500), { exact: true })).toBeVisible();
    const id = new URL(page.url()).searchParams.get('run');
    const file = await (await page.request.get(`/api/bulk-runs/${id}/file`)).text();
    const [names = [], ...written] = file
      .replace('\uFEFF', '')
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    expect(names.at(-1)).toBe('Corrected Identifier');
    expect(written[4]?.[1]).toBe('1.23E+11');
    expect(written.map((cells) => cells.at(-1)).filter(Boolean)).toEqual([sampleTag(500)]);
    expect(written[4]?.[names.indexOf('Warranty End Date')]).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  test('that name another manufacturer than their model can be looked up at the other one', async ({
    page,
  }) => {
    await makeReady(
      page,
      csv({
        count: 2,
        headers: ['Serial Number', 'Maker', 'Model'],
        row: (at) => [sampleTag(at), at === 1 ? 'Lenovo' : 'Dell', 'Latitude 5420'],
      }),
    );
    await page.getByText(/1 row whose model or serial number suggests another manufacturer/).click();
    await press(page, 'Correct row 2');
    await expect(page.getByRole('combobox', { name: 'Manufacturer of row 2' })).toHaveText('Dell');
    await press(page, 'Save');
    await expect(item(page, 2)).toContainText(`Corrected by you, looked up as Dell ${sampleTag(1)}`);
    await openConfirmation(page);
    await expect(dialog(page).getByText('Rows to look up').locator('..')).toContainText('2');
    await press(dialog(page), 'Process CSV');
    await waitUntilCompleted(page);
    await expect(card(page).getByText('2 found', { exact: true })).toBeVisible();
  });

  test('a correction can be undone', async ({ page }) => {
    await makeReady(page, text);
    await page.getByText('1 row without a service tag or serial number. Skipped').click();
    await press(page, 'Correct row 9');
    await page.getByLabel('Service tag or serial number of row 9').fill(sampleTag(8));
    await press(page, 'Save');
    await press(page, 'Undo the correction of row 9');
    await expect(item(page, 9)).toContainText('Not looked up.');
    await expect(page.getByText('1 correction by you')).toHaveCount(0);
  });
});
