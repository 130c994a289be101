import type { Page } from '@playwright/test';
import { hold } from '../support/calls.ts';
import { closeByEscape } from '../support/close-dialog.ts';
import { chooseOption, dialog, press, readClipboard } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  card,
  csv,
  path,
  plainHeaders,
  plainRow,
  results,
  sampleTag,
  startRun,
  waitUntilCompleted,
} from './bulk-lookup.page.ts';

const special: Record<number, string[]> = {
  3: ['PC-3', '', 'Dell', '', 'no serial'],
  4: ['PC-4', 'PF3ABCDE', 'Lenovo', '', 'another maker'],
  5: ['PC-5', 'UNKN404', 'Dell', '', 'unknown to Dell'],
  6: ['PC-6', 'NOCOVER', 'Dell', '', 'no coverage'],
  7: ['PC-7', 'ACTV123', 'Dell', '', 'active'],
  8: ['PC-8', 'NULLDTS', 'Dell', '', 'no dates'],
};
const file = csv({ count: 300, row: (at) => special[at] ?? plainRow(at) });

async function completeRun(page: Page): Promise<string> {
  const runId = await startRun(page, file, 'fleet.csv');
  await waitUntilCompleted(page);
  await expect(results(page).getByRole('link').first()).toBeVisible();
  return runId;
}

const rowLink = (page: Page, row: number) => results(page).locator(`a[data-row="${row}"]`);
const heading = (page: Page) => dialog(page).getByRole('heading', { level: 2 });
const chosen = (page: Page) => page.getByRole('dialog', { name: 'Columns' });

test.describe('the details of a row', () => {
  test('open with a click or Enter, step through rows, and are part of the address', async ({ page }) => {
    const runId = await completeRun(page);
    await results(page).getByRole('cell', { name: 'Dell' }).first().click();
    await expect(heading(page)).toHaveText(sampleTag(1));
    await expect(page).toHaveURL(`${path}?run=${runId}&row=1`);
    await expect(dialog(page)).toContainText('Dell, row 2 of the file, 1 of 300');
    const previous = dialog(page).getByRole('button', { name: 'Previous row' });
    await expect(previous).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('ArrowRight');
    await expect(heading(page)).toHaveText(sampleTag(2));
    await press(dialog(page), 'Previous row');
    await expect(heading(page)).toHaveText(sampleTag(1));
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(`${path}?run=${runId}&row=2`);

    await page.reload();
    await expect(heading(page)).toHaveText(sampleTag(2));
    await closeByEscape(page, dialog(page));
    await expect(page).toHaveURL(`${path}?run=${runId}`);
    await expect(rowLink(page, 2)).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText(sampleTag(2));
    await page.goBack();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL(`${path}?run=${runId}`);
  });

  test('are the result of an individual lookup, and all cells of the file', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const runId = await completeRun(page);
    await rowLink(page, 7).click();
    await expect(heading(page)).toHaveText('ACTV123');
    const shown = dialog(page);
    await expect(shown.getByText(/^Covered until .* left$/)).toBeVisible();
    const verdict = await shown.getByText(/^Covered until/).textContent();
    await expect(shown.getByRole('heading', { name: 'All Warranty Entitlements' })).toBeVisible();
    const lines = await shown.getByRole('listitem').allTextContents();
    expect(lines.length).toBeGreaterThan(1);
    await expect(shown.getByRole('definition').filter({ hasText: /^PC-7$/ })).toBeVisible();
    for (const header of plainHeaders) await expect(shown.getByText(header, { exact: true })).toBeVisible();

    await press(shown, 'Copy as text');
    await expect(shown.getByRole('button', { name: 'Copied' })).toBeVisible();
    const text = await readClipboard(page);
    expect(text).toContain(`${verdict}\n`);
    expect(text).toContain('/individual-lookup?q=ACTV123&manufacturer=Dell');
    expect(text).toContain('Asset: PC-7\n');

    await shown.getByRole('link', { name: 'Individual lookup' }).click();
    await expect(page.locator('h2#result')).toHaveText('Dell ACTV123');
    const single = page.getByRole('region').filter({ has: page.locator('h2#result') });
    await expect(single).toContainText(verdict ?? '');
    expect(await single.getByRole('listitem').allTextContents()).toEqual(lines);
    await page.goBack();
    await expect(page).toHaveURL(`${path}?run=${runId}&row=7`);
    await expect(heading(page)).toHaveText('ACTV123');
  });

  test('say why a row has no result', async ({ page }) => {
    await completeRun(page);
    await rowLink(page, 3).click();
    await expect(heading(page)).toHaveText('Row 4');
    await expect(dialog(page).getByText('Skipped', { exact: true })).toBeVisible();
    await expect(dialog(page)).toContainText('no serial');
    await press(dialog(page), 'Next row');
    await expect(dialog(page)).toContainText('Not looked up: Lenovo was off in this run.');
    await press(dialog(page), 'Next row');
    await expect(heading(page)).toHaveText('UNKN404');
    await expect(dialog(page).getByText('Error', { exact: true })).toBeVisible();
    await expect(
      dialog(page)
        .getByText(/UNKN404/)
        .nth(1),
    ).toBeVisible();
  });

  test('step through the filtered rows only', async ({ page }) => {
    await completeRun(page);
    await chooseOption(page, 'Status', 'Active', { exact: true });
    await expect(results(page).locator('tbody').getByText('Active').first()).toBeVisible();
    await expect(results(page).locator('tbody').getByText('Expired')).toHaveCount(0);
    const rows = results(page).locator('a[data-row]');
    const [first, second] = [await rows.nth(0).textContent(), await rows.nth(1).textContent()];
    await rows.nth(0).click();
    await expect(heading(page)).toHaveText(first ?? '');
    await page.keyboard.press('ArrowRight');
    await expect(heading(page)).toHaveText(second ?? '');
    await expect(page).toHaveURL(/filter=active&row=\d+$/);
  });

  test('can be loaded again after a failure', async ({ page, browserErrors }) => {
    await completeRun(page);
    await page.route('**/api/bulk-runs/*/rows/1', (route) => route.abort());
    await rowLink(page, 1).click();
    await expect(page.getByRole('heading', { name: 'Failed to load the row' })).toBeVisible();
    await page.unroute('**/api/bulk-runs/*/rows/1');
    await press(dialog(page), 'Try again');
    await expect(dialog(page).getByRole('heading', { name: 'Your file' })).toBeVisible();
    browserErrors.length = 0;
  });
});

test('rows that are loading are reused while scrolling, and then show their results', async ({ page }) => {
  await completeRun(page);
  const release = await hold(page, '**/api/bulk-runs/*/results*');
  const scrollTo = (row: number) =>
    results(page).evaluate((table, top) => table.parentElement?.scrollTo(0, top), row * 36);
  await scrollTo(150);
  const loading = results(page).locator('tr[aria-rowindex]:not(:has(a))').nth(3);
  await expect(loading).toHaveAttribute('aria-rowindex', /^1[3-6]\d$/);
  const element = await loading.elementHandle();
  await scrollTo(250);
  await expect.poll(() => element?.getAttribute('aria-rowindex')).toMatch(/^2[3-6]\d$/);
  release();
  await expect(rowLink(page, 255)).toBeVisible();
  await expect(
    results(page).getByRole('row', { name: new RegExp(`^${sampleTag(255)} Dell `) }),
  ).toBeVisible();
});

test('a device without coverage is told from one whose coverage is unknown', async ({ page }) => {
  await completeRun(page);
  const rowOf = (row: number) =>
    results(page)
      .getByRole('row')
      .filter({ has: page.locator(`a[data-row="${row}"]`) });
  await expect(rowOf(6).getByText('Unknown', { exact: true })).toBeVisible();
  await expect(rowOf(6).getByText('No coverage', { exact: true })).toBeVisible();
  await expect(rowOf(8).getByText('Unknown', { exact: true })).toBeVisible();
  await expect(rowOf(8).getByText('No coverage', { exact: true })).toHaveCount(0);
  const legend = page.getByRole('list', { name: 'Filter results by status' });
  await legend.getByRole('button', { name: /^No coverage/ }).click();
  await expect(page).toHaveURL(/filter=no-coverage$/);
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('No coverage');
  await expect(rowLink(page, 8)).toHaveCount(0);
  const count = await legend
    .getByRole('button', { name: /^No coverage/ })
    .locator('span')
    .first()
    .textContent();
  await expect(page.getByText(`${count} rows found`, { exact: true })).toBeVisible();
  await rowLink(page, 6).click();
  await expect(
    dialog(page).getByText('Dell lists no coverage for this device', { exact: true }),
  ).toBeVisible();
  await dialog(page).getByRole('link', { name: 'Individual lookup' }).click();
  await expect(page.locator('h2#result')).toHaveText('Dell NOCOVER');
  await expect(page.getByText('Dell lists no coverage for this device', { exact: true })).toBeVisible();
});

test.describe('the columns of the results', () => {
  test('can be chosen, include those of the file, and are remembered', async ({ page }) => {
    await completeRun(page);
    await press(page, 'Columns');
    await chosen(page).getByRole('checkbox', { name: 'Service Level' }).click();
    await chosen(page).getByRole('checkbox', { name: 'Notes' }).click();
    await chosen(page).getByRole('checkbox', { name: 'Row', exact: true }).click();
    await page.keyboard.press('Escape');
    const shown = 'Model Number|Row|Manufacturer|Status|Start Date|End Date|Days Remaining|Notes'.split('|');
    await expect(results(page).getByRole('columnheader')).toHaveText(shown);
    await expect(results(page).getByRole('cell', { name: 'Room 1', exact: true })).toBeVisible();

    await page.reload();
    await expect(results(page).getByRole('columnheader')).toHaveText(shown);
    await expect(results(page).getByRole('cell', { name: 'no coverage', exact: true })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
    await results(page).evaluate((table) => table.parentElement?.scrollTo(0, 100_000));
    await expect(rowLink(page, 300)).toBeVisible();
    await results(page).getByRole('cell', { name: 'Room 20', exact: true }).scrollIntoViewIfNeeded();
    await expect(rowLink(page, 300)).toBeInViewport();

    await press(page, 'Columns');
    await press(chosen(page), 'Reset');
    await expect(results(page).getByRole('columnheader', { name: 'Service Level' })).toBeVisible();
    await expect(results(page).getByRole('columnheader', { name: 'Notes' })).toHaveCount(0);
  });
});

test('accessibility of the results: has no violations in the details of a row and among the columns', async ({
  page,
  expectAccessibleEverywhere,
}) => {
  test.slow();
  await completeRun(page);
  await press(page, 'Columns');
  await expect(chosen(page).getByRole('checkbox', { name: 'Notes' })).toBeVisible();
  await expectAccessibleEverywhere(page, 'columns');
  await page.keyboard.press('Escape');
  await rowLink(page, 7).click();
  await expect(dialog(page).getByRole('heading', { name: 'All Warranty Entitlements' })).toBeVisible();
  await expectAccessibleEverywhere(page, 'row with a result');
  await closeByEscape(page, dialog(page));
  await rowLink(page, 5).click();
  await expect(dialog(page).getByText('Error', { exact: true })).toBeVisible();
  await expectAccessibleEverywhere(page, 'row without a result');
  await closeByEscape(page, dialog(page));
  await expect(card(page)).toBeVisible();
});

test('results are sorted by a header, and the order is part of the address', async ({ page }) => {
  const runId = await completeRun(page);
  const header = results(page).getByRole('columnheader', { name: 'Model Number' });
  const sort = header.getByRole('button');
  const firstTag = results(page).getByRole('rowheader').first();
  await expect(header).toHaveAttribute('aria-sort', 'none');

  await sort.click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect(firstTag).toHaveText('ACTV123');
  await expect(page).toHaveURL(`${path}?run=${runId}&sort=modelNumber`);
  await expect(page.getByRole('status').filter({ hasText: /^300 rows/ })).toBeVisible();

  await sort.press('Enter');
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect(firstTag).toHaveText('UNKN404');
  await page.reload();
  await expect(firstTag).toHaveText('UNKN404');

  await firstTag.getByRole('link').click();
  await expect(heading(page)).toHaveText('UNKN404');
  await page.keyboard.press('ArrowRight');
  await expect(heading(page)).toHaveText(sampleTag(300));
  await closeByEscape(page, dialog(page));

  await page.getByPlaceholder('Search all cells').fill('no coverage');
  await expect(firstTag).toHaveText('NOCOVER');
  await expect(header).toHaveAttribute('aria-sort', 'descending');

  await page.goto(`${path}?run=${runId}&sort=-modelNumber`);
  await expect(firstTag).toHaveText('UNKN404');
  await sort.click();
  await expect(header).toHaveAttribute('aria-sort', 'none');
  await expect(firstTag).toHaveText(sampleTag(1));
  await expect(page).toHaveURL(`${path}?run=${runId}`);
});

test.describe('rows by the end of their coverage', () => {
  test('are filtered by days or dates, also in the address and the download', async ({ page }) => {
    const runId = await completeRun(page);
    await chooseOption(page, 'Coverage ends', 'Within 90 days', { exact: true });
    await expect(page).toHaveURL(`${path}?run=${runId}&ends=90`);
    await expect(page.getByText(/^\d+ rows? found$/)).toBeVisible();
    const shown = results(page).locator('tbody tr[aria-rowindex]');
    const days = shown.locator('td').last();
    await expect(days).toHaveText(/^\d{1,2}$/);
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Coverage ends' })).toHaveText('Within 90 days');
    const link = page.getByRole('link', { name: 'Download these rows' });
    await expect(link).toHaveAttribute('href', `/api/bulk-runs/${runId}/file?ends=90`);

    await chooseOption(page, 'Coverage ends', 'Date range', { exact: true });
    await page.getByLabel('From', { exact: true }).fill('2020-01-01');
    await page.getByLabel('To', { exact: true }).fill('2026-06-30');
    await expect(page).toHaveURL(`${path}?run=${runId}&ends=2020-01-01..2026-06-30`);
    await expect(shown.getByText('Active')).toHaveCount(0);
    await expect(shown.getByText('Expired').first()).toBeVisible();
    await page.getByLabel('To', { exact: true }).fill('2020-01-02');
    await expect(page.getByRole('heading', { name: 'No matching rows' })).toBeVisible();
  });

  test('open from the chart of a run', async ({ page }) => {
    await completeRun(page);
    await page.getByRole('tab', { name: 'Coverage' }).click();
    const month = page.getByTitle(/^\w{3} \d{4}: [1-9]/).first();
    const count = Number(/\d+$/.exec((await month.getAttribute('title')) ?? '')?.[0]);
    await month.click();
    await expect(
      page.getByText(`${count} ${count === 1 ? 'row' : 'rows'} found`, { exact: true }),
    ).toBeVisible();
    await expect(results(page).getByRole('row')).toHaveCount(count + 1);
    await page.goBack();
    await page.getByTitle(/^Expired: /).click();
    await expect(page).toHaveURL(/&filter=expired$/);
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('Expired');
  });
});

test.describe('in a window of 1440 x 900', () => {
  test.use({ viewport: { width: 1440, height: 900 } });
  test('the first results are visible without scrolling', async ({ page }) => {
    const runId = await completeRun(page);
    // A page that is loaded again keeps its place.
    await page.goto('/');
    await page.goto(`${path}?run=${runId}`);
    await expect(rowLink(page, 3)).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});
