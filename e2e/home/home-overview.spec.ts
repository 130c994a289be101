import type { Locator, Page } from '@playwright/test';
import type { Progress } from '@warranty/contracts/progress';
import { csv, progressCall, results, startRun, waitUntilCompleted } from '../bulk-lookup/bulk-lookup.page.ts';
import { expectResult, picture } from '../image-lookup/image-lookup.page.ts';
import { dropFiles } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';

const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Look up anything' });

async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.goto('/');
  await expect(field(page)).toBeVisible();
  await page.getByLabel('File or photo').setInputFiles(file);
}

/** Completes a run and shows Home. */
async function homeAfterRun(page: Page, name = 'devices.csv'): Promise<void> {
  await startRun(page, csv({ count: 40 }), name);
  await waitUntilCompleted(page);
  await page.goto('/');
}

test.describe('the box on Home', () => {
  test('looks up one tag, typed or scanned', async ({ page }) => {
    await page.goto('/');
    await field(page).click();
    await page.keyboard.type('ACTV123');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/individual-lookup?q=ACTV123');
    await expect(page.getByText(/^Covered until/)).toBeVisible();
  });

  test('looks up several lines as a list', async ({ page }) => {
    await page.goto('/');
    await field(page).fill('ACTV123, EXPR010');
    await page.getByRole('button', { name: 'Look up', exact: true }).click();
    await expect(page).toHaveURL('/bulk-lookup?tab=list');
    const table = page.getByRole('table', { name: 'Results of the list' });
    await expect(table.getByRole('row')).toHaveCount(3);
  });

  test('opens a file, already read', async ({ page }) => {
    await choose(page, { name: 'fleet.csv', mimeType: 'text/csv', buffer: Buffer.from(csv({ count: 3 })) });
    await expect(page).toHaveURL('/bulk-lookup');
    await expect(page.getByRole('heading', { name: 'Purchase Date Field Missing' })).toBeVisible();
  });

  test('opens a dropped file', async ({ page }) => {
    await page.goto('/');
    await expect(field(page)).toBeVisible();
    await dropFiles(field(page), { name: 'fleet.csv', type: 'text/csv', content: csv({ count: 3 }) });
    await expect(page.getByRole('heading', { name: 'Purchase Date Field Missing' })).toBeVisible();
  });

  test('reads a photo', async ({ page }) => {
    await choose(page, picture('ACTV123'));
    await expect(page).toHaveURL('/image-lookup');
    await expectResult(page, 'ACTV123');
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    test('is in view with the camera, and reads a photo', async ({ page }) => {
      await page.goto('/');
      await expect(field(page)).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('button', { name: 'Take a photo' })).toBeInViewport({ ratio: 1 });
      const camera = page.getByLabel('Photo of a label');
      await expect(camera).toHaveAttribute('capture', 'environment');
      await camera.setInputFiles(picture('ACTV123'));
      await expectResult(page, 'ACTV123');
    });
  });

  test('says what it cannot look up', async ({ page }) => {
    await choose(page, { name: 'report.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
    await expect(page.getByText(/^report\.pdf is not supported\./)).toBeVisible();
    await field(page).fill('  ');
    await page.getByRole('button', { name: 'Look up', exact: true }).click();
    await expect(page.getByText('Enter a service tag or serial number.')).toBeVisible();
    await expect(page).toHaveURL('/');
  });
});

test.describe('the overview on Home', () => {
  test('shows coverage by status and month, and opens the rows behind a status', async ({ page }) => {
    await homeAfterRun(page);
    const coverage = page.getByRole('region', { name: 'Coverage in devices.csv' });
    await coverage.getByText('Show as table').click();
    await expect(
      coverage.getByRole('table', { name: 'Devices by the month their warranty ends' }),
    ).toBeVisible();
    const active = coverage.getByRole('button', { name: /^Active/ });
    const count = Number(await active.locator('span').first().textContent());
    await active.click();
    await expect(page).toHaveURL(/\/bulk-lookup\?run=[\w-]+&filter=active$/);
    await expect(results(page).getByRole('row')).toHaveCount(count + 1);
    await page.reload();
    await expect(results(page).getByRole('row')).toHaveCount(count + 1);
  });

  test('opens the rows that a month and an entry of what needs action count', async ({ page }) => {
    await homeAfterRun(page);
    const coverage = page.getByRole('region', { name: 'Coverage in devices.csv' });
    const month = coverage.getByTitle(/^\w{3} \d{4}: [1-9]/).first();
    const [, label = '', count = ''] = /^(.+): (\d+)$/.exec((await month.getAttribute('title')) ?? '') ?? [];
    await month.click();
    await expect(page).toHaveURL(/\/bulk-lookup\?run=[\w-]+&ends=\d{4}-\d\d-01\.\.\d{4}-\d\d-(28|29|30|31)$/);
    await expect(results(page).getByRole('row')).toHaveCount(Number(count) + 1);
    await page.goBack();
    await coverage.getByText('Show as table').click();
    await coverage.getByRole('button', { name: new RegExp(`^${count} devices?, ${label}$`) }).click();
    await expect(results(page).getByRole('row')).toHaveCount(Number(count) + 1);
    await page.goBack();
    const soon = page.getByRole('region', { name: 'Needs action' }).getByRole('link').first();
    const devices = Number(/^(\d+) devices? in devices\.csv/.exec((await soon.textContent()) ?? '')?.[1]);
    await soon.click();
    await expect(page).toHaveURL(/&ends=(30|90)$/);
    await expect(results(page).getByRole('row')).toHaveCount(devices + 1);
  });

  test('shows one run at a time', async ({ page }) => {
    await homeAfterRun(page, 'first.csv');
    await homeAfterRun(page, 'second.csv');
    const chosen = page.getByRole('combobox', { name: 'Run' });
    await expect(chosen).toHaveText('second.csv');
    await expect(page.getByRole('heading', { name: 'Coverage', exact: true })).toBeVisible();
    await chosen.click();
    await page.getByRole('option', { name: /^first\.csv/ }).click();
    await expect(chosen).toHaveText('first.csv');
    await page.reload();
    await expect(chosen).toHaveText('first.csv');
    await page.getByRole('button', { name: /^Active/ }).click();
    await expect(page.getByRole('heading', { name: 'first.csv' })).toBeVisible();
  });

  test('lists runs and lookups', async ({ page }) => {
    await page.goto('/individual-lookup?q=ACTV123');
    await expect(page.getByText(/^Covered until/)).toBeVisible();
    await homeAfterRun(page);
    const lookups = page.getByRole('region', { name: 'Recent lookups' });
    await lookups.getByRole('link', { name: /ACTV123/ }).click();
    await expect(page).toHaveURL('/individual-lookup?q=ACTV123');
    await page.goBack();
    await page
      .getByRole('region', { name: 'Recent runs' })
      .getByRole('link', { name: /devices\.csv/ })
      .click();
    await waitUntilCompleted(page);
  });

  test('reports runs and charts that fail to load', async ({ page }) => {
    await homeAfterRun(page);
    await page.route('**/api/bulk-runs/*/report?**', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Failed to load the chart' })).toBeVisible();
    await page.route('**/api/bulk-runs', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Failed to load your runs' })).toBeVisible();
  });

  test.describe('in every theme and width', () => {
    test('has no violations', async ({ page, expectAccessibleEverywhere }) => {
      await page.goto('/');
      await expect(page.getByText(/^Nothing here yet/)).toBeVisible();
      await expectAccessibleEverywhere(page, 'empty overview');
      await homeAfterRun(page);
      await expect(page.getByRole('heading', { name: 'Warranty ends' })).toBeVisible();
      await expectAccessibleEverywhere(page, 'overview');
    });
  });
});

/** Keeps the run in progress, at 45 %, until released. */
async function holdRun(page: Page): Promise<() => void> {
  let isHeld = true;
  await page.route('**/api/bulk-runs/*', async (route) => {
    const response = await route.fetch();
    if (!isHeld || route.request().method() !== 'GET') return route.fulfill({ response });
    await route.fulfill({ response, json: { ...(await response.json()), status: 'processing' } });
  });
  await page.route(progressCall, async (route) => {
    const response = await route.fetch();
    if (!isHeld || !response.ok()) return route.fulfill({ response });
    const progress = (await response.json()) as Progress;
    await route.fulfill({ response, json: { ...progress, status: 'processing', current: 18, total: 40 } });
  });
  return () => {
    isHeld = false;
  };
}

test.describe('a run in progress', () => {
  test('is shown on every page, and its end as a toast and in the title', async ({ page }) => {
    const release = await holdRun(page);
    const runId = await startRun(page, csv({ count: 40 }), 'devices.csv');
    const link = page.getByRole('link', { name: /^devices\.csv 45%$/ });
    await expect(link).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'API Explorer' }).click();
    await expect(page).toHaveTitle(/^45% \| API Explorer/);
    await expect(link).toHaveAttribute('href', `/bulk-lookup?run=${runId}`);
    await page.reload();
    await expect(link).toBeVisible();
    release();
    await expect(page.getByText('devices.csv is done', { exact: true })).toBeVisible();
    await expect(page.getByText('40 of 40 rows found.', { exact: true })).toBeVisible();
    await expect(link).toHaveCount(0);
    await expect(page).toHaveTitle(/^API Explorer/);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await waitUntilCompleted(page);
  });

  test('is no longer shown after it was canceled or deleted', async ({ page }) => {
    const release = await holdRun(page);
    const runId = await startRun(page, csv({ count: 40 }), 'devices.csv');
    const link = page.getByRole('link', { name: /^devices\.csv/ }).and(page.locator('[href*="?run="]'));
    await page.goto('/api-keys');
    await expect(page.getByRole('link', { name: /^devices\.csv 45%$/ })).toBeVisible();
    release();
    await page.request.delete(`/api/bulk-runs/${runId}`);
    await expect(link).toHaveCount(0);
    await expect(page.getByText('devices.csv is done')).toHaveCount(0);
  });
});
