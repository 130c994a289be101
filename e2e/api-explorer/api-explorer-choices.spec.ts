import type { Page } from '@playwright/test';
import { press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import { answer, choose, fetchData, main, open, parameter } from './api-explorer.page.ts';

const runId = '0f8f1c1e-7d55-4c0a-9d6a-5c2f5a1b7e01';
const scanId = '5a1b7e01-7d55-4c0a-9d6a-0f8f1c1e5c2f';
const runs = [
  { id: runId, fileName: 'laptops.csv', createdAt: '2026-01-05T10:00:00.000Z', totalRows: 12 },
  { id: 'another-run', fileName: null, createdAt: '2026-01-04T10:00:00.000Z', totalRows: 1 },
];
const scans = [
  {
    id: scanId,
    hostname: 'leeds-01',
    agentId: 'agent-7',
    scanTimestamp: '2026-01-05T10:00:00.000Z',
    deviceCount: 48,
  },
];

/** Opens the list of a field, and returns its options. */
async function optionsOf(page: Page, name: string) {
  // Until its choices have arrived, it is a plain field.
  await expect(parameter(page, name)).toHaveRole('combobox');
  await parameter(page, name).click();
  return page.getByRole('listbox', { name: `Values for ${name}`, exact: true }).getByRole('option');
}

test.describe('a parameter of the API Explorer', () => {
  test('offers the stored runs and their rows by name, and names the chosen one', async ({ page }) => {
    await answer(page, '/api/bulk-runs', { runs });
    await open(page);
    await choose(page, '/api/bulk-runs/{runId}/rows/{row}');
    await expect(parameter(page, 'runId')).toHaveRole('combobox');
    const options = await optionsOf(page, 'runId');
    await expect(options).toHaveCount(2);
    await expect(options.first()).toHaveText(new RegExp(`^laptops\\.csv, .* on 5 Jan, 12 rows${runId}$`));
    await parameter(page, 'runId').fill('lapt');
    await expect(options).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(parameter(page, 'runId')).toHaveValue(runId);
    await expect(options).toHaveCount(0);
    await expect(main(page).getByText(/^laptops\.csv, .*12 rows$/)).toBeVisible();
    await expect(await optionsOf(page, 'row')).toHaveCount(12);
    await (await optionsOf(page, 'row')).last().click();
    await expect(parameter(page, 'row')).toHaveValue('12');
    await expect(main(page).getByText('Row 12 of 12', { exact: true })).toBeVisible();
  });

  test('offers scans by host, and allowed values', async ({ page }) => {
    await answer(page, '/api/agent/discoveries', { sessions: scans });
    await open(page);
    await choose(page, '/api/agent/discoveries/{sessionId}');
    await expect(await optionsOf(page, 'sessionId')).toHaveText(/^leeds-01, .*48 devices/);
    await page.keyboard.press('Escape');
    await choose(page, '/api/bulk-runs/{runId}/results');
    const filters = await optionsOf(page, 'filter');
    await expect(filters.getByText('failed', { exact: true })).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('checkbox', { name: 'All pages' })).toBeVisible();
  });

  test('can be typed if nothing is offered', async ({ page }) => {
    await page.route('**/api/bulk-runs', (route) => route.fulfill({ status: 503, body: '' }));
    await answer(page, `/api/bulk-runs/${runId}`, { id: runId });
    await open(page);
    await choose(page, '/api/bulk-runs/{runId}');
    await parameter(page, 'runId').fill(runId);
    await fetchData(page);
    await press(page, 'Fetch Data');
    await expect(main(page)).toContainText('200 in');
  });
});
