import type { Page } from '@playwright/test';
import { hold } from '../support/calls.ts';
import { press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import { openTab, saveLenovo, usagePath } from '../vendor-keys/vendor-keys.page.ts';

const usageCall = '**/api/usage';
const section = (page: Page) => page.getByRole('region', { name: 'Usage' });
const item = (page: Page, label: string) =>
  section(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: label, exact: true }) });

const usage = (used: number) => ({
  items: [
    {
      id: 'bulk-rows',
      label: 'Rows in bulk runs',
      used,
      limit: 3_000_000,
      unit: 'count',
      note: 'Deleted after 7 days, or when you delete the run.',
    },
    {
      id: 'bulk-bytes',
      label: 'Size of bulk runs',
      used: 1536 * 1024 ** 2,
      limit: 2 * 1024 ** 3,
      unit: 'bytes',
      note: 'Deleted after 7 days, or when you delete the run.',
    },
  ],
});

test.describe('the usage section', () => {
  test('shows what the user has used, and counts a new key', async ({ page, expectAccessibleEverywhere }) => {
    await page.goto(usagePath);
    await expect(item(page, 'Bulk runs')).toContainText('0 of 200');
    await expect(item(page, 'Agent scans')).toContainText('Deleted after 90 days.');
    await expect(item(page, 'Vendor keys')).toContainText('0 of ');
    await expectAccessibleEverywhere(page, 'usage');
    await saveLenovo(page);
    await openTab(page, 'Usage');
    await expect(item(page, 'Vendor keys')).toContainText('1 of ');
  });

  test('warns before a limit and when it is reached', async ({ page, expectAccessibleEverywhere }) => {
    await page.route(usageCall, (route) => route.fulfill({ json: usage(2_800_000) }));
    await page.goto(usagePath);
    const rows = item(page, 'Rows in bulk runs');
    await expect(rows).toContainText('2,800,000 of 3,000,000');
    await expect(rows).toContainText('Almost full');
    await expect(item(page, 'Size of bulk runs')).toContainText('1.5 GB of 2 GB');
    await expect(item(page, 'Size of bulk runs')).not.toContainText('Almost full');
    await expectAccessibleEverywhere(page, 'almost full');
    await page.route(usageCall, (route) => route.fulfill({ json: usage(3_000_000) }));
    await page.reload();
    await expect(rows).toContainText('Limit reached');
    await expect(rows.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '3,000,000 of 3,000,000');
    await expectAccessibleEverywhere(page, 'limit reached');
  });

  test('shows a loading state, an error and a retry', async ({ page, expectAccessibleEverywhere }) => {
    const release = await hold(page, usageCall, { status: 503, json: { error: 'Out of order.' } });
    await page.goto(usagePath);
    await expect(page.getByText('Loading your usage...')).toBeAttached();
    release();
    const alert = section(page).getByRole('alert');
    await expect(alert).toContainText('Failed to load your usage.');
    await expect(alert).toContainText('Out of order.');
    await expectAccessibleEverywhere(page, 'failed usage');
    await page.unroute(usageCall);
    await press(alert, 'Try again');
    await expect(item(page, 'Access tokens')).toContainText('0 of 50');
    await expect(alert).toHaveCount(0);
  });
});
