import type { Page } from '@playwright/test';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import type { BulkResultRow } from '@warranty/contracts/bulk-results';
import { chooseOption, dialog, download, press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  card,
  columns,
  csv,
  openConfirmation,
  path,
  plainHeaders,
  plainRow,
  results,
  sampleTag,
  startRun,
  waitUntilCompleted,
} from './bulk-lookup.page.ts';

async function allRows(page: Page, runId: string): Promise<BulkResultRow[]> {
  const rows: BulkResultRow[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const reply = await page.request.get(`/api/bulk-runs/${runId}/results?limit=1000&after=${after}`);
    const batch = (await reply.json()) as { rows: BulkResultRow[]; nextAfter: number | null };
    rows.push(...batch.rows);
    after = batch.nextAfter;
  }
  return rows;
}

const downloadBy = (page: Page, name: string) =>
  download(page, () => page.getByRole('link', { name }).click());

test.describe('the bulk lookup page', () => {
  test('explains what it accepts and what it returns', async ({ page, expectSentence }) => {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bulk Warranty Lookup');
    await expectSentence(main, [
      ...['Back to Home', 'Bulk Warranty Lookup', 'No CSV Uploaded', 'Use a sample file'],
      'Upload a spreadsheet of devices, have it enriched with warranty data and download the result.',
    ]);
    await main.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL('/');
  });

  test('offers a sample file and a template', async ({ page }) => {
    await page.goto(path);
    expect((await download(page, 'Download a template')).name).toBe('warranty_template.csv');
    await press(page, 'Use a sample file');
    await expect(page.getByRole('heading', { name: 'sample_devices.csv' })).toBeVisible();
    await openConfirmation(page);
    await press(dialog(page), 'Process CSV');
    await waitUntilCompleted(page);
  });
});

test.describe('a run of 5,000 rows', () => {
  test('is previewed before it starts, by row and by field', async ({ page, expectSentence }) => {
    const row = (at: number) => {
      const [asset = '', tag = '', , end = '', notes = ''] = plainRow(at);
      const manufacturer = at % 10 === 0 ? 'Lenovo' : at % 5 === 0 ? 'DELL Inc.' : at % 2 === 0 ? 'Dell' : '';
      return [asset, at % 100 === 0 ? '' : tag, manufacturer, at % 4 === 0 ? '31/12/2026' : end, notes];
    };
    await page.goto(path);
    await page.locator('input[type=file]').setInputFiles({
      name: 'fleet.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv({ count: 5000, row })),
    });
    await press(dialog(page), 'Confirm');
    await expectSentence(page, 'Process File (5,000 rows)');
    await openConfirmation(page);
    const shown = dialog(page);
    await expectSentence(shown, [
      ...['CSV Processing Confirmation', 'Summary', 'Total rows', 'Total updates', 'Fill blank fields'],
      ...['Detected mapping', 'Manufacturer detection', 'Provided', 'Normalized', 'Guessed', 'Conflicts'],
      ...['Skipped', 'Non-Dell', 'Preview of the first 10 rows', 'Fields to be updated', 'What happens next'],
      ...['Cancel', 'Process CSV'],
    ]);
    const figureOf = (term: string) =>
      shown.getByRole('definition').filter({
        has: page.locator(`xpath=preceding-sibling::dt[normalize-space()="${term}"]`),
      });
    for (const [term, figure] of [
      ['Total rows', '5,000'],
      ['Rows to look up', '4,500'],
      ['Provided', '2,450'],
      ['Normalized', '500'],
      ['Guessed', '2,000'],
      ['Skipped', '50'],
      ['Non-Dell', '450'],
    ] as const)
      await expect(figureOf(term)).toContainText(figure);
    await expect(figureOf('Total updates')).toContainText('up to');
    await expect(shown.getByRole('table').getByRole('row')).toHaveCount(11);
    await expect(shown.getByRole('table').getByRole('columnheader')).toHaveText([
      ...plainHeaders.slice(1, 4),
      'Purchase Date',
    ]);
    await expect(shown.getByRole('list').last().getByRole('listitem')).toHaveCount(4);

    const updates = shown.getByRole('listitem').filter({ hasText: 'Warranty End Date as' });
    await expect(updates).toContainText('up to 3,500');
    await expect(shown.getByRole('switch', { name: 'Fill blank fields' })).toBeChecked();
    let previews = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/csv-preview')) previews += 1;
    });
    await shown.getByRole('switch', { name: 'Fill blank fields' }).click();
    await expect(updates).toHaveCount(0);
    const ends = shown.getByRole('table').locator('tbody tr td:nth-child(3)');
    await expect(ends.filter({ hasText: /\d/ })).toHaveCount(2);
    expect(previews).toBe(0);
    await press(shown, 'Cancel');
    await expect(page.getByRole('button', { name: /^Process File/ })).toBeFocused();
  });

  test('continues without the page, and returns the file', async ({ page, expectSentence }) => {
    const polls: number[] = [];
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes('/api/progress/')) polls.push(Date.now());
    });
    const missing: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 404) missing.push(response.url());
    });
    const deleted = page.waitForRequest(
      (request) => request.method() === 'DELETE' && request.url().includes('/api/progress/'),
      { timeout: 90_000 },
    );
    const runId = await startRun(page, csv({ count: 5000 }), 'fleet.csv');
    await expect(page.locator('h2#run')).toBeFocused();
    expect(missing).toEqual([]);
    await page.reload();
    polls.length = 0;
    const reloadedAt = Date.now();
    await expect(page.locator('h2#run')).toBeVisible();
    await waitUntilCompleted(page);
    const completedAt = Date.now();
    // One poll per second: on a busy machine single gaps vary, but the total does not.
    expect(polls.length).toBeLessThanOrEqual((completedAt - reloadedAt) / 1000 + 2);
    await expectSentence(results(page), columns);
    await expect(results(page)).toHaveAttribute('aria-rowcount', '5001');
    expect(await results(page).getByRole('row').count()).toBeLessThan(80);

    // Keep only one of the new columns, so that the whole file can be derived from the results.
    await page.getByRole('tab', { name: /^Changes/ }).click();
    const ticks = page.getByRole('checkbox');
    await expect(ticks).toHaveCount(11);
    for (const tick of await ticks.all()) await tick.click();
    await page.getByRole('checkbox', { name: 'Warranty End Date' }).click();
    const { name, text } = await downloadBy(page, 'Download results');
    expect(name).toMatch(/^warranty_results_\d{4}-\d\d-\d\d\.csv$/);
    const rows = await allRows(page, runId);
    const expected = csv({
      count: 5000,
      row: (at) => plainRow(at).map((cell, place) => (place === 3 ? (rows[at - 1]?.endDate ?? '') : cell)),
    });
    expect(text).toBe(`\uFEFF${expected}`);

    expect(polls.filter((time) => time > completedAt + 2000)).toEqual([]);
    await deleted;
    expect(Date.now() - completedAt).toBeGreaterThan(3000);
    await page.reload();
    await waitUntilCompleted(page);
    await expect(page.getByRole('tab', { name: /^Changes/ })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('tab', { name: /^Results/ }).click();
    await expect(results(page)).toBeVisible();
  });

  test('can be filtered, searched and scrolled to its end', async ({ page, expectSentence }) => {
    const row = (at: number) => {
      if (at % 50 === 0) return [`PC-${at}`, '', '', '', ''];
      return plainRow(at).map((cell) => (cell === 'Dell' && at % 49 === 0 ? 'Lenovo' : cell));
    };
    await startRun(page, csv({ count: 5000, row }));
    await waitUntilCompleted(page);
    await expect(page.getByRole('list', { name: 'Filter results by status' })).toBeVisible();
    await results(page).evaluate((table) => table.parentElement?.scrollTo(0, 10_000_000));
    await expect(results(page).getByRole('row').last()).toHaveAttribute('aria-rowindex', '5001');
    const filter = (words: string) => chooseOption(page, 'Status', words, { exact: true });
    for (const words of ['Active', 'Expiring Soon', 'Expired', 'Unknown', 'Not processed', 'Skipped']) {
      await filter(words);
      await expectSentence(results(page).locator('tbody'), words);
    }
    await expect(page.getByText('100 rows found')).toBeVisible();
    await filter('All rows');
    await page.getByLabel('Search', { exact: true }).fill(sampleTag(77));
    await expect(page.getByText('1 row found', { exact: true })).toBeVisible();
    await page.getByLabel('Search', { exact: true }).fill('nothing has this');
    await expect(page.getByRole('heading', { name: 'No matching rows' })).toBeVisible();
    await page.getByLabel('Search', { exact: true }).fill('');
    const expired = page
      .getByRole('list', { name: /^Filter results by status/ })
      .getByRole('button', { name: /^Expired/ });
    await expired.click();
    const count = await expired.locator('span').first().textContent();
    await expect(page.getByText(`${count} rows found`, { exact: true })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Expired');
    await expect(results(page).locator('tbody td').getByText('Expired').first()).toBeVisible();
    await expect(results(page).getByText('Active')).toHaveCount(0);
    const device = results(page).getByRole('link').first();
    const serial = await device.textContent();
    await device.click();
    await dialog(page).getByRole('link', { name: 'Individual lookup' }).click();
    await expect(page.locator('h2#result')).toHaveText(`Dell ${serial}`);
    await page.goBack();
    await press(dialog(page), 'Close');
    await expect(page.getByText(`${count} rows found`, { exact: true })).toBeVisible();
    const { text } = await downloadBy(page, 'Download these rows');
    expect(text.trimEnd().split('\r\n')).toHaveLength(Number(count?.replaceAll(',', '')) + 1);
  });
});

test('a small file is uploaded unchanged, like a large one', async ({ page }) => {
  const file = Buffer.from(`Serial Number;Büro;Büro\n${sampleTag(1)};Süd;"1\n2"\n`, 'latin1');
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/bulk-runs|csv-enhanced/.test(pathname) && request.method() !== 'GET')
      calls.push(`${request.method()} ${pathname}`);
  });
  const upload = page.waitForRequest((request) => request.method() === 'PUT');
  const runId = await startRun(page, file);
  await waitUntilCompleted(page);
  expect(calls).toEqual(['POST /api/bulk-runs', `PUT /api/bulk-runs/${runId}/source`]);
  expect(await (await upload).allHeaders()).toMatchObject({
    'content-type': 'text/csv',
    'content-length': String(file.length),
  });
  const { text } = await downloadBy(page, 'Download results');
  expect(text).toMatch(/^\uFEFFSerial Number;Büro;Büro;/);
  expect(text).toContain(`${sampleTag(1)};Süd;"1\n2";`);
});

test.describe('a large run', () => {
  test('is streamed, can be canceled, and appears in the list of runs', async ({ page }) => {
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    const runId = await startRun(page, csv({ count: 40_000 }), 'large-fleet-november.csv');
    expect((await sent).headers()['content-type']).toBe('text/csv');
    // While the file is still being read there is nothing to continue with.
    await expect(card(page).getByText(/^Processed/)).toBeVisible();
    await press(card(page), 'Cancel');
    await expect(card(page).getByText('Cancelled', { exact: true })).toBeVisible();
    await expect(card(page).getByRole('button', { name: /^Continue with/ })).toBeVisible();
    await press(page, 'Close this run');
    await expect(page).toHaveURL(path);
    const runs = page.getByRole('region', { name: 'Runs from the last 7 days' });
    await press(runs, 'Refresh');
    await page.setViewportSize({ width: 390, height: 844 });
    const isWhole = (name: Element) => name.scrollWidth <= name.clientWidth;
    await expect.poll(() => runs.getByText('large-fleet-november.csv').first().evaluate(isWhole)).toBe(true);
    await runs.getByRole('link', { name: /large-fleet.*Cancelled/ }).click();
    await expect(page).toHaveURL(`${path}?run=${runId}`);
    await press(card(page), 'Delete');
    await expect(page).toHaveURL(path);
    await expect(runs.getByRole('link', { name: /large-fleet/ })).toHaveCount(0);
    const deletion = page.waitForResponse((reply) => reply.request().method() === 'DELETE');
    await press(page, 'Close notification');
    expect((await deletion).status()).toBe(204);
    const reply = (await (await page.request.get('/api/bulk-runs')).json()) as { runs: BulkRun[] };
    expect(reply.runs.map(({ id }) => id)).not.toContain(runId);
  });

  test('of another browser, or a deleted one, is not found', async ({ page, expectAccessible }) => {
    await page.goto(`${path}?run=5f0c1c3e-8f7e-4c52-9a0f-000000000000`);
    await expect(page.getByRole('heading', { name: 'Run not found' })).toBeVisible();
    await expectAccessible(page);
    await press(page, 'Look up a file');
    await expect(page.getByText('No CSV Uploaded')).toBeVisible();
  });
});

test('accessibility of a run: has no violations while running, when completed, in its changes or in a list', async ({
  page,
  expectAccessibleEverywhere,
}) => {
  test.slow();
  const row = (at: number) => (at % 7 === 0 ? [`PC-${at}`, '', '', '', ''] : plainRow(at));
  await startRun(page, csv({ count: 2000, row }));
  await expectAccessibleEverywhere(page, 'running');
  await waitUntilCompleted(page);
  await expect(results(page)).toBeVisible();
  await expectAccessibleEverywhere(page, 'completed');
  await page.getByRole('tab', { name: 'Coverage' }).click();
  await page.getByText('Show as table').click();
  await expectAccessibleEverywhere(page, 'coverage');
  await page.getByRole('tab', { name: /^Changes/ }).click();
  await expectAccessibleEverywhere(page, 'changes');
  await page.getByRole('tab', { name: 'Pasted list' }).click();
  await press(page, 'Look up list');
  await expectAccessibleEverywhere(page, 'empty list');
});
