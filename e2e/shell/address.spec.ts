import type { Page } from '@playwright/test';
import * as explorer from '../api-explorer/api-explorer.page.ts';
import * as tester from '../api-tester/api-tester.page.ts';
import {
  csv,
  path,
  results,
  sampleTag,
  startRun,
  waitUntilCompleted,
} from '../bulk-lookup/bulk-lookup.page.ts';
import { expect, test } from '../support/fixtures.ts';

const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name });

/** The tab is open now, and after a reload. */
async function expectOpen(page: Page, name: string | RegExp): Promise<void> {
  await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
}

test.describe('the address has', () => {
  test('the tab of Bulk lookup, also next to a run and after going back', async ({ page }) => {
    const runId = await startRun(page, csv({ count: 3 }));
    await waitUntilCompleted(page);
    await tab(page, 'Pasted list').click();
    await expect(page).toHaveURL(`${path}?run=${runId}&tab=list`);
    await expectOpen(page, 'Pasted list');
    await page.getByRole('button', { name: 'Close this run' }).click();
    await expect(page).toHaveURL(`${path}?tab=list`);
    await page.getByRole('link', { name: /^devices\.csv/ }).click();
    await expect(page).toHaveURL(`${path}?run=${runId}&tab=list`);
    await expect(tab(page, 'Pasted list')).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('link', { name: 'Image Lookup' }).click();
    await expect(page).toHaveURL('/image-lookup');
    await page.goBack();
    await expectOpen(page, 'Pasted list');
    await tab(page, 'File').click();
    await expectOpen(page, 'File');
  });

  test('the tab and the search of the results of a run', async ({ page }) => {
    await startRun(page, csv({ count: 12 }));
    await waitUntilCompleted(page);
    await page.getByLabel('Search', { exact: true }).fill(sampleTag(11));
    await expect(results(page).getByRole('row')).toHaveCount(2);
    await expect(page).toHaveURL(/&search=SMP000B$/);
    await page.reload();
    await expect(page.getByLabel('Search', { exact: true })).toHaveValue(sampleTag(11));
    await expect(results(page).getByRole('row')).toHaveCount(2);
    await tab(page, /^Changes/).click();
    await expectOpen(page, /^Changes/);
  });

  test('the tab of an individual result, which stays open for the next device', async ({ page }) => {
    await page.goto('/individual-lookup?q=ACTV123');
    await tab(page, 'Hardware Info').click();
    await expectOpen(page, 'Hardware Info');
    const field = page.getByRole('textbox', { name: 'Model Number' });
    await field.fill('EXPR010');
    await field.press('Enter');
    await expect(page.locator('h2#result')).toHaveText('Dell EXPR010');
    await expectOpen(page, 'Hardware Info');
    await page.goBack();
    await expect(page.locator('h2#result')).toHaveText('Dell ACTV123');
    await expect(tab(page, 'Hardware Info')).toHaveAttribute('aria-selected', 'true');
  });

  test('the platform of an agent', async ({ page }) => {
    await page.goto('/agent-download');
    await tab(page, 'macOS').click();
    await expectOpen(page, 'macOS');
  });

  test('the endpoint of the Explorer, next to the tab', async ({ page }) => {
    await explorer.open(page);
    await explorer.choose(page, '/api/warranty/vendor-calls');
    await expect(page).toHaveURL(`${explorer.path}?endpoint=%2Fapi%2Fwarranty%2Fvendor-calls`);
    await page.reload();
    await expect(explorer.endpoint(page)).toContainText('/api/warranty/vendor-calls');
    await explorer.fetchData(page);
    await explorer.choose(page, '/api/usage');
    await expect(explorer.tree(page)).toHaveCount(0);
    await explorer.tab(page, 'External APIs').click();
    await explorer.tab(page, 'Internal APIs').click();
    await expect(explorer.endpoint(page)).toContainText('/api/usage');
    await page.goto(`${explorer.path}?endpoint=%2Fapi%2Funknown`);
    await expect(explorer.endpoint(page)).toHaveText('Select an endpoint');
  });

  test('the operation of the tester, but nothing that was typed', async ({ page }) => {
    await page.goto(tester.path);
    await tester.choose(page, 'Vendor', 'Dell');
    await tester.choose(page, 'Operation', 'Asset warranty');
    const secret = page.getByRole('textbox', { name: 'Client secret' });
    await secret.fill('not-for-the-address');
    await expect(page).toHaveURL(`${tester.path}&operation=dell.asset-entitlements`);
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Operation' })).toContainText('Asset warranty');
    await expect(secret).toHaveValue('');
    await page.getByRole('link', { name: 'Image Lookup' }).click();
    await expect(page).toHaveURL('/image-lookup');
  });
});
