import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { chooseOption, dialog, dropFiles, press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import { allowedTask, longestTasks, watchTasks } from '../support/long-tasks.ts';
import { saveLenovo } from '../vendor-keys/vendor-keys.page.ts';
import {
  card,
  csv,
  drop,
  makeReady,
  openConfirmation,
  path,
  plainRow,
  results,
  sampleTag,
  waitUntilCompleted,
} from './bulk-lookup.page.ts';

const column = (page: Page, field: string) => page.getByRole('combobox', { name: field });

const missing =
  'Could not find required columns. Missing: modelNumber. Please ensure your CSV has columns for model/serial numbers.';
const manyColumns = Array.from({ length: 501 }, (_, index) => `Column ${index}`).join(',');

test.describe('an unreadable file', () => {
  for (const [title, content, sentence] of [
    ['that is empty', '', 'CSV file is empty'],
    ['with a header alone', 'Serial Number,Owner\r\n', 'CSV file is empty'],
    ['with too many columns', `${manyColumns}\r\n`, 'Failed to parse CSV: Row 1 has more than 500 columns.'],
  ] as const) {
    test(`${title} shows why, and another can be chosen`, async ({
      page,
      expectSentence,
      expectAccessible,
    }) => {
      await page.goto(path);
      await drop(page, content);
      await expectSentence(page, sentence, { exact: false });
      await expectAccessible(page);
      await drop(page, csv({ count: 3 }));
      await press(dialog(page), 'Confirm');
      await expect(page.getByRole('heading', { name: 'devices.csv' })).toBeVisible();
      await expect(page.getByText(sentence)).toHaveCount(0);
    });
  }

  test('of another type, or one of two, is rejected before it is read', async ({ page }) => {
    await page.goto(path);
    const text = Buffer.from(csv({ count: 3 }));
    const input = page.locator('input[type=file]');
    await input.setInputFiles({ name: 'devices.ods', mimeType: 'application/zip', buffer: text });
    await expect(
      page.getByText(
        'Only .csv and .xlsx files are supported. Save your spreadsheet as one of them and try again.',
      ),
    ).toBeVisible();
    await dropFiles(page.getByText('or drop it here'), { name: 'a.csv' }, { name: 'b.csv' });
    await expect(page.getByText('Drop one file at a time.')).toBeVisible();
  });

  test('without a required column shows an error, and the user can pick the column', async ({
    page,
    expectSentence,
    expectAccessible,
  }) => {
    await page.goto(path);
    await drop(page, `Device,Owner\r\n${sampleTag(1)},Anna\r\n${sampleTag(2)},Bert\r\n`);
    await expectSentence(page, missing);
    await expectAccessible(page);
    await expect(page.getByRole('button', { name: /^Process File/ })).toBeDisabled();
    await chooseOption(page, 'Model Number', 'Device', { exact: true });
    await expectSentence(page, 'Purchase Date Field Missing');
    await press(dialog(page), 'Confirm');
    await expect(page.getByText(missing)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Process File (2 rows)' })).toBeEnabled();
  });
});

test.describe('a readable file', () => {
  test('is summarized and checked, and its irregular lines are listed', async ({ page, expectSentence }) => {
    const rows = Array.from({ length: 30 }, (_, index) => `PC-${index};${sampleTag(index)};13/02/2024;Anna`);
    rows[4] = 'PC-4;="SMP000Z";02/03/2024;Bernd Müller';
    rows[6] = 'PC-6;too few';
    rows[9] = 'PC-9;SMP0001;13/02/2024;x;one too many';
    const text = `Asset;Serial Number;Purchased;Owner\r\n${rows.join('\r\n')}\r\n`;
    await page.goto(path);
    await drop(page, Buffer.from(text, 'latin1'), 'Geräte.csv');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: 'Geräte.csv' })).toBeFocused();
    const size = `${(Buffer.byteLength(text, 'latin1') / 1024).toFixed(1)} KB`;
    await expect(main.getByText(size)).toBeVisible();
    for (const words of [
      'Windows-1252 (Western European)',
      'Semicolon',
      'Found, with 4 columns',
      'dd/mm/yyyy, day first',
      '1 identifier wrapped in a formula (="..."). Looked up without the formula',
    ])
      await expect(main.getByText(words, { exact: true })).toBeVisible();
    await main.getByText('2 warnings about this file').click();
    await expectSentence(main, 'Row 8 has 2 fields where 4 are expected.');
    await expectSentence(main, 'Row 11 has 5 fields where 4 are expected.');
    await expectSentence(main, 'Detected field mapping');
    await expect(column(page, 'Purchase Date')).toHaveText('Purchased');
    await expect(dialog(page)).toHaveCount(0);
  });

  test('keeps a changed mapping for every file with the same headers', async ({ page }) => {
    const text = csv({
      count: 3,
      headers: ['Serial Number', 'Machine', 'Bought'],
      row: (at) => [`${at}`, sampleTag(at), ''],
    });
    await page.goto(path);
    await drop(page, text);
    await expect(column(page, 'Model Number')).toHaveText('Serial Number');
    await chooseOption(page, 'Model Number', 'Machine', { exact: true });
    await page.reload();
    await drop(page, text.replace('Serial Number,Machine', 'serial_number,MACHINE'));
    await expect(column(page, 'Model Number')).toHaveText('MACHINE');
    await expect(page.getByText('Restored from your last file with these headers')).toBeVisible();
    await press(page, 'Reset to detected mapping');
    await expect(column(page, 'Model Number')).toHaveText('serial_number');
    await press(page, 'Remove devices.csv');
    await expect(page.getByText('No CSV Uploaded')).toBeVisible();
  });
});

test.describe('the purchase date', () => {
  test('prompts the user if its column is missing', async ({ page, expectSentence }) => {
    await page.goto(path);
    await drop(page, csv({ count: 3 }));
    const shown = dialog(page);
    await expectSentence(shown, [
      'Purchase Date Field Missing',
      'Create a new Purchase Date column',
      'Update an existing column',
      'Cancel',
      'Confirm',
    ]);
    await expect(shown.getByRole('radio', { name: 'Create a new Purchase Date column' })).toBeFocused();
    // Held briefly, like a real key press: the selection follows the focus only while the key is down.
    await page.keyboard.press('ArrowDown', { delay: 100 });
    await expect(shown.getByRole('radio', { name: 'Update an existing column' })).toBeChecked();
    await expect(shown.getByRole('button', { name: 'Confirm' })).toBeDisabled();
    await chooseOption(page, 'Existing column', 'Notes', { exact: true });
    await press(shown, 'Confirm');
    await expect(page.getByText('Purchase dates will fill blank cells in "Notes".')).toBeVisible();
    await openConfirmation(page);
    await expect(dialog(page).getByRole('columnheader').last()).toHaveText('Notes');
  });

  for (const [title, leave] of [
    ['Cancel', (page: Page) => press(dialog(page), 'Cancel')],
    ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ] as const) {
    test(`dialog removes the file on ${title}`, async ({ page }) => {
      await page.goto(path);
      await drop(page, csv({ count: 3 }));
      await expect(dialog(page)).toBeVisible();
      await leave(page);
      await expect(dialog(page)).toHaveCount(0);
      await expect(page.getByText('No CSV Uploaded')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'devices.csv' })).toHaveCount(0);
    });
  }
});

/** Two Dell devices and three of Lenovo. */
const ofTwoVendors = csv({
  count: 5,
  row: (at) => {
    const [asset = '', tag = '', , ...others] = plainRow(at);
    return at > 2 ? [asset, `${tag}A`, 'Lenovo', ...others] : [asset, tag, 'Dell', ...others];
  },
});

test('other vendors are offered only to users with their own keys, and are on then', async ({
  page,
  expectSentence,
}) => {
  await saveLenovo(page);
  await makeReady(page, ofTwoVendors);
  const asked = page.waitForRequest('**/api/warranty/csv-preview');
  await openConfirmation(page);
  expect((await asked).postDataJSON()).toMatchObject({ vendors: ['Dell', 'Lenovo'], fillBlankFields: true });
  await expectSentence(dialog(page), 'Also look up Lenovo with your own keys');
  const also = dialog(page).getByRole('switch', { name: 'Also look up Lenovo with your own keys' });
  await expect(also).toBeChecked();
  const lenovo = dialog(page)
    .getByRole('listitem')
    .filter({ hasText: /^Lenovo/ });
  await expect(lenovo).toHaveText('Lenovo3Looked up with your keys');
  await also.click();
  await expect(lenovo).toHaveText('Lenovo3Not looked up: switched off');
  await also.click();
  await press(dialog(page), 'Process CSV');
  await expect(page.getByText('Vendors: Dell, Lenovo.', { exact: false })).toBeVisible();
});

test('rows that were not looked up are run again with one click once there are keys', async ({ page }) => {
  await makeReady(page, ofTwoVendors);
  await openConfirmation(page);
  await expect(dialog(page).getByRole('switch')).toHaveCount(1);
  const lenovo = dialog(page)
    .getByRole('listitem')
    .filter({ hasText: /^Lenovo/ });
  await expect(lenovo).toContainText('Not looked up: no Lenovo keys. Add Lenovo keys');
  await press(dialog(page), 'Process CSV');
  await waitUntilCompleted(page);
  const run = page.url();
  const left = page.getByText('3 rows were not looked up: Lenovo (3) was off in this run');
  await expect(left).toBeVisible();
  const legend = page.getByRole('list', { name: 'Filter results by status' });
  await expect(legend.getByRole('button', { name: /^Not processed/ })).toHaveText('Not processed3');
  await expect(
    results(page).getByText('Add Lenovo keys, then run these 3 rows again.', { exact: false }),
  ).toHaveCount(3);

  await saveLenovo(page);
  await page.goto(run);
  await press(card(page), 'Run 3 rows again');
  await expect(card(page).getByText('5 found', { exact: true })).toBeVisible();
  await waitUntilCompleted(page);
  expect(page.url()).toBe(run);
  await expect(left).toHaveCount(0);
  await expect(card(page).getByRole('button', { name: /again$/ })).toHaveCount(0);
  await expect(results(page).getByText(/Not looked up/)).toHaveCount(0);
});

test.describe('date formats', () => {
  const german = readFileSync(new URL('../../packages/domain/corpus/dates-german.csv', import.meta.url));
  const cellsOf = (text: string) =>
    text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(';'));

  test('of a column that mixes them is the most frequent one, can be changed, and applies to both the preview and the file', async ({
    page,
    expectAccessible,
  }) => {
    await page.goto(path);
    await drop(page, german, 'Geräte.csv');
    const process = page.getByRole('button', { name: 'Process File (24 rows)' });
    await expect(process).toBeEnabled();
    await expect(page.getByText('The most frequent of the 2 formats here')).toHaveCount(2);
    await expect(column(page, 'Dates in Kaufdatum')).toHaveText('dd.mm.yyyy (27.11.2026)');
    await expect(page.getByText('Mixed: dd.mm.yyyy (12), yyyy-mm-dd (7)')).toBeVisible();
    for (const follower of ['Dates in Garantiebeginn', 'Dates in Lieferdatum'])
      await expect(column(page, follower)).toHaveText('dd.mm.yyyy (27.11.2026)');
    await expectAccessible(page);
    await chooseOption(page, 'Dates in Garantieende', 'dd.mm.yyyy (27.11.2026)', { exact: true });
    await expect(page.getByText('A preview looks up the first 10 rows.')).toBeVisible();

    await openConfirmation(page);
    // The file's columns, and those of the vendor next to the three that have values.
    await expect(dialog(page).getByText('as dd.mm.yyyy')).toHaveCount(7);
    const table = dialog(page).getByRole('table');
    await expect(table.getByRole('row')).toHaveCount(11);
    const shown = await table.evaluate((element) =>
      [...element.querySelectorAll('tr')].map((row) =>
        [...row.querySelectorAll('th, td')].map((cell) => (cell.textContent ?? '').replace(' (new)', '')),
      ),
    );
    await press(dialog(page), 'Process CSV');
    await expect(page).toHaveURL(/\?run=/);
    await waitUntilCompleted(page);
    const id = new URL(page.url()).searchParams.get('run');
    const reply = await page.request.get(`/api/bulk-runs/${id}/file`);
    const [names = [], ...rows] = cellsOf((await reply.text()).replace('\uFEFF', ''));
    const [headers = [], ...preview] = shown;
    expect(headers).toContain('Kaufdatum');
    expect(preview).toEqual(
      rows.slice(0, 10).map((cells) => headers.map((header) => cells[names.indexOf(header)] ?? '')),
    );
    // The purchase date of the third row. With only the first ten rows to go by, its format would be yyyy-mm-dd.
    expect(rows[2]?.[names.indexOf('Kaufdatum')]).toMatch(/^\d\d\.\d\d\.\d{4}$/);
    expect(rows[6]?.at(-1)).toBe('This row has no service tag or serial number.');
  });
});

/** The longest task of the page from choosing a file until the dialog opens. */
async function longestTask(page: Page, file: string): Promise<number> {
  await page.goto(path);
  await expect(page.getByText('No CSV Uploaded')).toBeVisible();
  const longest = await watchTasks(page);
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(dialog(page)).toBeVisible();
  return longest();
}

test('a file of 200,000 rows is read, and with --full the page stays responsive', async ({ page }) => {
  const file = join(await mkdtemp(join(tmpdir(), 'bulk-')), 'large.csv');
  await writeFile(file, csv({ count: 200_000 }));
  const longest = await longestTasks(() => longestTask(page, file));
  expect(Math.min(...longest)).toBeLessThan(allowedTask);
  await press(dialog(page), 'Confirm');
  await expect(page.getByRole('button', { name: 'Process File (200,000 rows)' })).toBeEnabled();
});

test('a file that changes before it is processed is reported', async ({ page, expectSentence }) => {
  const file = join(await mkdtemp(join(tmpdir(), 'bulk-')), 'changing.csv');
  await writeFile(file, csv({ count: 20 }));
  await page.goto(path);
  await page.locator('input[type=file]').setInputFiles(file);
  await press(dialog(page), 'Confirm');
  await writeFile(file, csv({ count: 30 }));
  await press(page, /^Process File/);
  await expectSentence(page, 'Failed to prepare processing. Please try again.');
});

test('accessibility of a file: has no violations, including its dialogs', async ({
  page,
  expectAccessible,
  expectAccessibleEverywhere,
}) => {
  await page.goto(path);
  await expectAccessibleEverywhere(page, 'no file');
  await drop(
    page,
    csv({ count: 40, headers: ['Asset', 'Serial Number', 'Maker', 'W'.repeat(300), 'Notes'] }),
  );
  await expect(dialog(page)).toBeVisible();
  await expectAccessibleEverywhere(page, 'purchase date dialog');
  await page.getByRole('radio', { name: 'Update an existing column' }).click();
  // A listbox closes when the window is resized.
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await column(page, 'Existing column').click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('radio', { name: 'Create a new Purchase Date column' }).click();
  await press(dialog(page), 'Confirm');
  await page.getByText(/unmapped fields/).click();
  await expectAccessibleEverywhere(page, 'file check and mapping');
  await openConfirmation(page);
  await expect(dialog(page).getByRole('table')).toBeVisible();
  await expectAccessibleEverywhere(page, 'confirmation dialog');
});
