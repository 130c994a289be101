import type { Locator, Page } from '@playwright/test';
import { device } from '../agents/agents.page.ts';
import * as explorer from '../api-explorer/api-explorer.page.ts';
import * as tester from '../api-tester/api-tester.page.ts';
import { drop, results } from '../bulk-lookup/bulk-lookup.page.ts';
import { inventory, newestRun, saveVendorKey } from './picture-data.ts';

// The pictures of the guide (docs/guide/images). What they show was created before (picture-data.ts), so a failed one can be
// repeated.

export interface Picture {
  name: string;
  /** The whole window instead of the content of the page. */
  view?: 'window';
  /** The first element in the picture, if it is not the first of the page. */
  from?(page: Page): Locator;
  /** The height of the picture, if it ends before the content does. */
  height?: number;
  prepare(page: Page): Promise<void>;
}

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();

export const pictures: readonly Picture[] = [
  {
    name: 'individual-lookup',
    height: 940,
    async prepare(page) {
      await page.goto('/individual-lookup?q=ACTV123');
      await page.getByText(/^Covered until /).waitFor();
    },
  },
  {
    name: 'individual-lookup-failed',
    height: 570,
    async prepare(page) {
      await page.goto('/individual-lookup?q=OptiPlex+7090');
      await page.getByRole('heading', { name: 'Lookup Failed' }).waitFor();
    },
  },
  {
    name: 'bulk-lookup-file',
    height: 900,
    async prepare(page) {
      await page.goto('/bulk-lookup');
      await drop(page, inventory, 'inventory.csv');
      await page.getByRole('button', { name: /^Process File/ }).waitFor();
    },
  },
  {
    name: 'bulk-lookup-results',
    height: 1150,
    from: (page) => page.locator('h2#run'),
    async prepare(page) {
      await page.goto(`/bulk-lookup?run=${await newestRun(page)}`);
      await results(page).getByRole('link').first().waitFor();
    },
  },
  {
    name: 'bulk-lookup-row',
    view: 'window',
    async prepare(page) {
      await page.goto(`/bulk-lookup?run=${await newestRun(page)}&row=3`);
      await page.getByRole('dialog').getByText('All Warranty Entitlements').waitFor();
    },
  },
  {
    name: 'image-lookup',
    height: 900,
    async prepare(page) {
      await page.goto('/image-lookup');
      await press(page, /ACTV123/);
      await page.getByText('All entitlements').waitFor();
    },
  },
  {
    name: 'api-keys',
    async prepare(page) {
      await saveVendorKey(page, 'Lenovo', 'api_key');
      await page.goto('/api-keys?vendor=lenovo');
      await page.getByRole('heading', { name: 'How to get Lenovo keys' }).waitFor();
    },
  },
  {
    name: 'external-api',
    async prepare(page) {
      await page.goto('/external-api');
      await page.getByText('40 requests').waitFor();
    },
  },
  {
    name: 'api-tester',
    async prepare(page) {
      await tester.setCors(page.request, { dell: 'any' });
      await tester.open(page);
      await tester.choose(page, 'Vendor', 'Dell');
      await tester.choose(page, 'Operation', 'Asset warranty');
      await tester.field(page, 'servicetags').fill('ACTV123');
      await tester.field(page, 'Client ID').fill('sample-client');
      await tester.field(page, 'Client secret').fill('sample-secret');
      await tester.testButton(page).click();
      await tester.panel(page).getByText('200 OK', { exact: true }).waitFor();
    },
  },
  {
    name: 'api-explorer',
    height: 1100,
    from: (page) => page.getByRole('tablist'),
    async prepare(page) {
      await explorer.open(page);
      await explorer.read(page, '/api/bulk-runs');
      await explorer.mappings(page).first().waitFor();
    },
  },
  {
    name: 'purchase-date-single',
    height: 860,
    async prepare(page) {
      await page.goto('/purchase-date-predictor');
      await page.getByLabel('Asset description').fill('Dell Latitude 5420 laptop, warranty until June 2024');
      await page.locator('form[aria-label="Single asset"] button[type=submit]').click();
      await page.getByRole('region', { name: 'Predicted purchase date' }).waitFor();
    },
  },
  {
    name: 'purchase-date-predictor',
    height: 980,
    from: (page) => page.getByRole('tablist'),
    async prepare(page) {
      await page.goto('/purchase-date-predictor?tab=bulk');
      await press(page, 'Use a sample file');
      await press(page, 'Proceed to Prediction');
      await press(page, 'Generate Predictions');
      await page.getByText('Years of purchase').waitFor();
    },
  },
  {
    name: 'agent-download',
    height: 1020,
    from: (page) => page.getByRole('heading', { name: 'Name the place' }),
    async prepare(page) {
      await page.goto('/agent-download');
      await page.getByRole('textbox', { name: 'Name' }).fill('Office north');
      await page.getByText('Available', { exact: true }).first().waitFor();
      await page.getByText('SHA-256', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'agent-discoveries',
    height: 900,
    async prepare(page) {
      await page.goto('/agent-discoveries');
      await page.getByRole('table', { name: 'Discovered Devices' }).waitFor();
      await device(page, '192.168.10.2').waitFor();
    },
  },
  {
    name: 'api-keys-activity',
    async prepare(page) {
      await page.goto('/api-keys?tab=activity');
      await page.getByText('Browser session started').first().waitFor();
    },
  },
  {
    name: 'api-reference',
    async prepare(page) {
      await page.goto('/api/docs#post-api-warranty-lookup');
      await page.getByRole('heading', { level: 2, name: 'POST /api/warranty/lookup' }).waitFor();
    },
  },
  {
    name: 'home',
    view: 'window',
    async prepare(page) {
      await page.goto('/');
      await page.getByText('Recent lookups').waitFor();
    },
  },
  {
    name: 'home-overview',
    height: 1000,
    from: (page) => page.getByRole('region', { name: 'Look up anything' }),
    async prepare(page) {
      await page.goto('/');
      await page.getByText('Recent lookups').waitFor();
    },
  },
  {
    name: 'command-palette',
    view: 'window',
    async prepare(page) {
      await page.goto('/');
      await press(page, 'Search or jump to');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
    },
  },
];
