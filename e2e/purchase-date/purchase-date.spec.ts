import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { makeSecret, sendScan } from '../agents/agents.page.ts';
import { hold } from '../support/calls.ts';
import { button, chooseOption, download, press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  description,
  fleet,
  open,
  openConnected,
  predictFile,
  result,
  singleCall,
  table,
  upload,
} from './purchase-date.page.ts';

test.describe('the predictor for one asset', () => {
  test('explains what it does and how accurate it is', async ({ page, expectSentence }) => {
    await open(page);
    await expectSentence(page, 'Purchase Date Predictor');
    for (const tab of ['Single Asset', 'Bulk CSV Upload']) await expectSentence(page, tab);
    await expectSentence(page, 'within one year for most assets');
    await page.getByRole('link', { name: 'within one year for most assets' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Prediction Accuracy' })).toBeVisible();
    await expect(page.getByText(/^Of 100 predicted dates, 94 to 98 are within one year/)).toBeVisible();
    await expect(page.getByRole('main').getByRole('table')).toHaveCount(1);
    await page.getByRole('link', { name: 'Back to the predictor' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Purchase Date Predictor' })).toBeVisible();
  });

  test('predicts, shows the year with its evidence, and can be reset', async ({ page, expectSentence }) => {
    await open(page);
    await expectSentence(page, 'Predict Purchase Date');
    await expect(button(page, 'Reset')).toHaveCount(0);
    await description(page).fill('Dell Latitude 5420 laptop, asset 0042');
    const answer = await hold(page, singleCall);
    await press(page, 'Predict Purchase Date');
    await expectSentence(page, 'Predicting...');
    await expect(button(page, 'Predicting...')).toBeDisabled();
    answer();
    await expect(result(page)).toContainText(
      /20\d\d \d+ \w{3} 20\d\d, likely \d+ \w{3} 20\d\d to \d+ \w{3} 20\d\d/,
    );
    await expect(result(page)).toContainText(/(High|Medium|Low)/);
    for (const label of ['Confidence', 'Method', 'Explanation', 'Evidence', 'Recognized details'])
      await expect(result(page).getByText(label, { exact: true })).toBeVisible();
    await expect(result(page).getByRole('listitem').first()).toContainText(/weight \d+%/);
    await expectSentence(page, 'Reset');
    await press(page, 'Reset');
    await expect(result(page)).toHaveCount(0);
    await expect(description(page)).toHaveValue('');
    await expect(description(page)).toBeFocused();
  });

  test('requires a description', async ({ page, expectSentence }) => {
    await open(page);
    await description(page).fill('   ');
    await press(page, 'Predict Purchase Date');
    await expectSentence(page, 'Asset description is required');
    await expect(description(page)).toBeFocused();
    await description(page).fill('x');
    await expect(page.getByText('Asset description is required')).toHaveCount(0);
  });

  test('is prefilled from the device details in the URL', async ({ page }) => {
    await open(page, '?ip=10.0.0.7&hostname=pc-7&mac=00:11:22:33:44:55');
    await expect(description(page)).toHaveValue('Host: pc-7, IP: 10.0.0.7, MAC: 00:11:22:33:44:55');
    await page.goto('/purchase-date-predictor?ip=10.0.0.8&serial=7XK2P93');
    await expect(description(page)).toHaveValue('IP: 10.0.0.8, Serial: 7XK2P93');
    await press(page, 'Predict Purchase Date');
    await expect(result(page)).toBeVisible();
  });

  test('works with the keyboard alone', async ({ page }) => {
    await open(page);
    await expect(button(page, 'Predict Purchase Date')).toBeEnabled();
    await description(page).focus();
    await page.keyboard.type('HP EliteBook 840 G7');
    await page.keyboard.press('Control+Enter');
    await expect(result(page)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('checkbox')).toBeFocused();
    await page.getByRole('tab', { name: 'Single Asset' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(/tab=bulk/);
    await expect(button(page, 'Choose a spreadsheet')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(result(page)).toBeVisible();
  });

  test("looks up the vendor's date on request, and shows the result", async ({ page }) => {
    await open(page);
    await description(page).fill('Dell Latitude 5420, serial SMP0001');
    await page.getByRole('checkbox', { name: 'Look up the ship date from the vendor' }).check();
    await press(page, 'Predict Purchase Date');
    await expect(result(page)).toContainText('Vendor dates');
    await expect(result(page)).toContainText(
      /Looked up one serial number with vendors and found ship dates for 1\./,
    );
  });
});

test.describe('the predictor for a file', () => {
  test('goes through four steps to the predictions', async ({ page, expectSentence }) => {
    await openConnected(page);
    const steps = page.getByRole('list', { name: 'Progress' });
    for (const step of ['Upload CSV', 'Analysis', 'Prediction', 'Results'])
      await expectSentence(steps, step, { exact: false });
    await expect(steps.getByRole('listitem').nth(0)).toHaveAttribute('aria-current', 'step');
    await expect(button(page, 'Start Over')).toBeDisabled();
    await expectSentence(page, 'Start Over');
    await upload(page, { text: fleet(60) });
    await expectSentence(page, 'Proceed to Prediction');
    await expect(steps.getByRole('listitem').nth(0)).toContainText('Completed: Upload CSV');
    await expect(steps.getByRole('listitem').nth(1)).toContainText('Current: Analysis');
    await expect(steps.getByRole('listitem').nth(3)).toContainText('Upcoming: Results');
    for (const [label, value] of [
      ['Total Assets', '60'],
      ['With Purchase Dates', '30'],
      ['With Warranty Dates', '60'],
    ] as const) {
      await expectSentence(page, label);
      await expect(page.locator('dl > div').filter({ hasText: label })).toHaveText(`${label}${value}`);
    }
    await expectSentence(page, 'Data Completeness');
    await expect(page.locator('dl > div').filter({ hasText: 'Data Completeness' })).toHaveText(/\d+%$/);
    await expectSentence(page, 'Expected Accuracy');
    await expectSentence(page, 'Recommended Approach');
    await press(page, 'Proceed to Prediction');
    await expect(steps.getByRole('listitem').nth(2)).toContainText('Current: Prediction');
    await expectSentence(page, 'Generate Predictions');
    await press(page, 'Generate Predictions');
    await expect(steps.getByRole('listitem').nth(3)).toContainText('Current: Results');
    for (const column of ['Asset', 'Predicted Date', 'Confidence', 'Method', 'Explanation'])
      await expectSentence(table(page).getByRole('columnheader'), column);
    for (const count of ['High confidence', 'Medium confidence', 'Low confidence', 'High/medium'])
      await expectSentence(page.locator('dl'), count);
    await expect(
      page.getByRole('main').getByText('30 dates predicted, 30 were in your file.').last(),
    ).toBeVisible();
    await expect(page.locator('dl > div').filter({ hasText: 'In your file' })).toHaveText('In your file30');
    await expect(page.locator('dl > div').filter({ hasText: 'High/medium' })).toHaveText(/of 30$/);
    await expect(table(page)).toHaveAttribute('aria-rowcount', '61');
    await expectSentence(page, 'Export CSV');
    await press(page, 'Start Over');
    await expect(button(page, 'Choose a spreadsheet')).toBeVisible();
    await expect(button(page, 'Start Over')).toBeDisabled();
  });

  test('exports its predictions with the specified columns and name', async ({ page }) => {
    const original = fleet(10).replaceAll(',', ';');
    await predictFile(page, original);
    const { name, text } = await download(page, 'Export CSV');
    expect(name).toMatch(/^purchase-date-predictions-\d{8}-\d{6}\.csv$/);
    const [header, ...lines] = text.trimEnd().split('\r\n');
    expect(header).toBe(
      '\uFEFFSerial Number;Type;Manufacturer;Model;Predicted Purchase Date;Confidence;Method;Explanation',
    );
    expect(lines).toHaveLength(10);
    for (const line of lines)
      expect(line).toMatch(/^SN\d{5}X;Laptop;[^;]+;[^;]+;20\d\d;(high|medium|low)?;[a-z_]+;/);
    // Every second date was in the file.
    expect(lines.filter((line) => /;20\d\d;;exact_match;Date from your file\./.test(line))).toHaveLength(5);

    const own = await download(page, 'Export your file with predictions');
    expect(own.name).toMatch(/^assets-with-predictions-\d{8}-\d{6}\.csv$/);
    const ownLines = own.text.trimEnd().split('\r\n');
    const added =
      'Predicted Purchase Date;Predicted Earliest Date;Predicted Latest Date;Prediction Confidence;Prediction Method;Prediction Source';
    for (const [at, line] of original.split('\n').entries()) {
      const written = ownLines[at]?.replace('\uFEFF', '') ?? '';
      expect(written.startsWith(`${line};`)).toBe(true);
      const rest = written.slice(line.length + 1);
      if (at === 0) expect(rest).toBe(added);
      // A known date is returned to the day, and is no prediction.
      else if (at % 2 === 1) expect(rest).toMatch(/^20\d\d-\d\d-\d\d;;;;exact_match;in your file$/);
      else expect(rest).toMatch(/^(20\d\d-\d\d-\d\d;){3}(high|medium|low);[a-z_]+;predicted$/);
    }
    expect(ownLines).toHaveLength(11);
  });

  test('measures its accuracy on the dates in the file, and lists implausible dates', async ({ page }) => {
    const odd = '\nIT-09001,Laptop,Dell,Latitude 5420,SN99991X,,1900-01-01';
    await openConnected(page);
    await upload(page, { text: fleet(60) + odd });
    await expect(page.getByText(/median error .* on \d+ assets/i).first()).toBeVisible();
    await expect(page.getByText('1 entered date cannot be trusted')).toBeVisible();
    await page.getByText('Show details').click();
    const listed = page.getByRole('table', { name: 'Entered dates that cannot be trusted' });
    await expect(listed.getByRole('row').filter({ hasText: 'SN99991X' })).toContainText('1900-01-01');
    await page.getByText('How your columns were read').click();
    await expect(page.getByRole('row', { name: 'Warranty end Warranty Expiration' })).toBeVisible();
  });

  test('shows the evidence for a row, and conflicts in it', async ({ page }) => {
    // A model of 2013 with a warranty until 2031, among tags of 2020.
    const odd = '\nIT-00060,Laptop,Dell,Latitude E6430,SN11111X,2031-06-30,';
    await predictFile(page, fleet(60) + odd);
    await page.getByRole('searchbox', { name: 'Search' }).fill('SN11111X');
    await expect(table(page)).toHaveAttribute('aria-rowcount', '2');
    await expect(table(page).getByRole('img', { name: 'Conflicting evidence' })).toBeVisible();
    await press(page, 'Evidence for SN11111X');
    const sheet = page.getByRole('dialog', { name: 'SN11111X' });
    await expect(sheet).toContainText('Dell Latitude E6430');
    await expect(sheet).toContainText('Conflicting evidence');
    await expect(sheet.getByRole('listitem').first()).toContainText(/weight \d+%/);
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await expect(button(page, 'Evidence for SN11111X')).toBeFocused();
  });

  test('filters the table by confidence and search', async ({ page }) => {
    await predictFile(page, `${fleet(30)}\nX-1,,,,ZZTOP1,,`);
    await chooseOption(page, 'Confidence', 'In your file');
    await expect(table(page)).toHaveAttribute('aria-rowcount', '16');
    await chooseOption(page, 'Confidence', 'Low confidence');
    await expect(button(page, 'Evidence for ZZTOP1')).toBeVisible();
    await expect(button(page, 'Evidence for SN00001X')).toHaveCount(0);
    await page.getByRole('searchbox', { name: 'Search' }).fill('no such thing');
    await expect(page.getByText('No matching assets.')).toBeVisible();
  });

  test('accepts a sample file, and shows the years as a chart with a table', async ({ page }) => {
    await openConnected(page);
    await press(page, 'Use a sample file');
    await press(page, 'Proceed to Prediction');
    await press(page, 'Generate Predictions');
    await expect(page.getByRole('heading', { name: 'Years of purchase' })).toBeVisible();
    await page.getByText('Show as table').click();
    const numbers = page.getByRole('table', { name: 'Assets by year of purchase' });
    await expect(numbers.getByRole('row', { name: /^2021 / })).toBeVisible();
  });

  test('renders only a part of a long file', async ({ page }) => {
    test.slow();
    await predictFile(page, fleet(5000));
    await expect(table(page)).toHaveAttribute('aria-rowcount', '5001');
    expect(await table(page).getByRole('row').count()).toBeLessThan(60);
    await table(page)
      .locator('..')
      .evaluate((area) => area.scrollTo(0, area.scrollHeight));
    await expect(button(page, 'Evidence for SN05000X')).toBeVisible();
  });

  test('accepts the devices of a scan, starting at the Analysis step', async ({ page }) => {
    await openConnected(page);
    const sessionId = await sendScan(page, await makeSecret(page), {
      hostname: 'scanner',
      devices: [
        { ip: '10.0.0.7', hostname: 'pc-7', manufacturer: 'Dell Inc.', model: 'Latitude 5420' },
        { ip: '10.0.0.8' },
      ],
    });
    await open(page, `?discovery=${sessionId}`);
    await expect(page.getByText('Scan by scanner: 2 rows, 8 columns')).toBeVisible();
    await press(page, 'Proceed to Prediction');
    await press(page, 'Generate Predictions');
    await expect(button(page, 'Evidence for pc-7')).toBeVisible();
    await expect(button(page, 'Evidence for 10.0.0.8')).toBeVisible();
    await expect(button(page, 'Export your scan with predictions')).toBeEnabled();
    await press(page, 'Start Over');
    await expect(page).toHaveURL(/\?tab=bulk$/);
    await expect(button(page, 'Choose a spreadsheet')).toBeVisible();
  });

  test('moves the focus to each step, with the keyboard alone', async ({ page }) => {
    await openConnected(page);
    const focused = (name: string) =>
      expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeFocused();
    await button(page, 'Use a sample file').press('Enter');
    await focused('Analysis');
    await button(page, 'Proceed to Prediction').press('Enter');
    await focused('Prediction');
    await button(page, 'Generate Predictions').press('Enter');
    await focused('Results');
  });

  test('keeps its results over a reload, for this user only', async ({ page, context }) => {
    await predictFile(page, fleet(6));
    const saved = () =>
      page.evaluate(async () => {
        const opened = indexedDB.open('saved-data');
        await new Promise((resolve) => opened.addEventListener('success', resolve));
        const count = opened.result.transaction('entries').objectStore('entries').count();
        await new Promise((resolve) => count.addEventListener('success', resolve));
        opened.result.close();
        return count.result;
      });
    await expect.poll(saved).toBe(1);
    await page.reload();
    await expect(button(page, 'Evidence for SN00006X')).toBeVisible();
    await expect(page.getByText('assets.csv: 6 rows, 7 columns')).toBeVisible();
    expect((await download(page, 'Export your file with predictions')).text).toContain('SN00006X');
    // Another user of the same browser.
    await context.clearCookies();
    await page.reload();
    await expect(button(page, 'Choose a spreadsheet')).toBeVisible();
    expect(await saved()).toBe(0);
    await upload(page, { text: fleet(4) });
    await press(page, 'Proceed to Prediction');
    await press(page, 'Generate Predictions');
    await expect.poll(saved).toBe(1);
    await press(page, 'Start Over');
    await expect.poll(saved).toBe(0);
  });

  test('reads a workbook and returns one', async ({ page }) => {
    await openConnected(page);
    const original = await readFile(join(import.meta.dirname, '../support/workbooks/devices.xlsx'));
    await upload(page, { name: 'devices.xlsx', text: original });
    await expect(page.getByText('The sheet is empty.').first()).toBeVisible();
    await chooseOption(page, 'Sheet', 'Devices', { exact: true });
    await press(page, 'Proceed to Prediction');
    await press(page, 'Generate Predictions');
    const { name, bytes } = await download(page, 'Export your file with predictions');
    expect(name).toMatch(/^devices-with-predictions-[\d-]+\.xlsx$/);
    const [sheet] = (await readXlsx(bytes)).sheets;
    const [header, first] = sheet?.rows ?? [];
    expect(sheet?.rows).toHaveLength(13);
    expect(header?.slice(-2)).toEqual(['Prediction Method', 'Prediction Source']);
    expect(first?.slice(0, 4)).toEqual(['PC-0001', 'SMP0001', 'Dell', '2024-02-01']);
    expect(first?.slice(-2)).toEqual(['exact_match', 'in your file']);
  });

  test('uses the ship date of a device that was looked up before', async ({ page }) => {
    await open(page);
    await expect(button(page, 'Predict Purchase Date')).toBeEnabled();
    await page.evaluate(() =>
      fetch('/api/warranty/lookup', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"modelNumber":"SMP0001","manufacturer":"Dell"}',
      }),
    );
    await description(page).fill('Dell Latitude 5420, serial SMP0001');
    await press(page, 'Predict Purchase Date');
    await expect(result(page)).toContainText(
      /Your own lookups say that Dell shipped it on \d+ \w{3} 20\d\d\./,
    );
  });

  test('keeps its state while the other tab is open', async ({ page }) => {
    await openConnected(page);
    await upload(page, { text: fleet(10) });
    await expect(button(page, 'Proceed to Prediction')).toBeVisible();
    await page.getByRole('tab', { name: 'Single Asset' }).click();
    await expect(page).toHaveURL(/tab=single/);
    await page.getByRole('tab', { name: 'Bulk CSV Upload' }).click();
    await expect(button(page, 'Proceed to Prediction')).toBeVisible();
  });
});
