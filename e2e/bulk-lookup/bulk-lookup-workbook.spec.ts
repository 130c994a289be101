import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { chooseOption, dialog, download, press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import { drop, openConfirmation, path, results, waitUntilCompleted } from './bulk-lookup.page.ts';

// Made with LibreOffice: a cover page, then the devices, with padded numbers and real dates.
const workbook = () => readFile(join(import.meta.dirname, '../support/workbooks/devices.xlsx'));

test('a workbook is read from the chosen sheet, processed and returned as a workbook', async ({
  page,
  expectAccessible,
}) => {
  await page.goto(path);
  await drop(page, await workbook(), 'devices.xlsx');
  await expect(page.getByText('The sheet is empty.')).toBeVisible();
  await expectAccessible(page);
  await chooseOption(page, 'Sheet', 'Devices', { exact: true });
  await expect(page.getByRole('button', { name: 'Process File (12 rows)' })).toBeEnabled();
  await expectAccessible(page);
  await openConfirmation(page);
  const keep = dialog(page).getByRole('switch', { name: 'Return my workbook with the results added' });
  await expect(keep).toHaveAccessibleDescription(/The whole workbook, hidden sheets included, is stored/);
  await keep.click();
  await expect(keep).toHaveAccessibleDescription(/Only the rows of this sheet are stored\..*CSV/);
  await keep.click();
  await press(dialog(page), 'Process CSV');
  await waitUntilCompleted(page);
  await expect(results(page)).toBeVisible();
  await expectAccessible(page);

  const { name, bytes } = await download(page, () =>
    page.getByRole('link', { name: 'Download results', exact: true }).click(),
  );
  expect(name).toMatch(/^warranty_results_[\d-]{10}\.xlsx$/);
  const { sheets } = await readXlsx(bytes);
  expect(sheets.map((sheet) => sheet.name)).toEqual(['Cover', 'Devices']);
  const [header, first, , third] = sheets[1]?.rows ?? [];
  expect(header?.slice(0, 6)).toEqual([
    ...['Asset', 'Serial Number', 'Manufacturer', 'Purchase Date', 'Warranty End Date', 'Stock'],
  ]);
  // Numbers and dates are what they were, and so are the new ones.
  expect(first?.slice(0, 4)).toEqual(['PC-0001', 'SMP0001', 'Dell', new Date('2024-02-01')]);
  expect(first?.[5]).toBe(1);
  expect(third?.[3]).toBeInstanceOf(Date);
  expect(third?.[header?.indexOf('Warranty Start Date') ?? -1]).toBeInstanceOf(Date);

  const other = await download(page, () =>
    page.getByRole('link', { name: 'Download .csv', exact: true }).click(),
  );
  expect(other.name).toMatch(/\.csv$/);
  expect(other.text).toContain('PC-0001,SMP0001,Dell,2024-02-01');
});

test('a workbook that cannot be read shows why', async ({ page, expectAccessible }) => {
  await page.goto(path);
  const bytes = await workbook();
  await drop(page, bytes.subarray(0, 2000), 'devices.xlsx');
  await expect(page.getByText('The workbook is damaged.')).toBeVisible();
  await expectAccessible(page);
  await drop(page, Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'devices.xlsx');
  await expect(page.getByText('This is an Excel 97-2003 workbook (.xls).')).toBeVisible();
});
