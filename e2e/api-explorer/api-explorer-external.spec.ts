import type { Page } from '@playwright/test';
import * as tester from '../api-tester/api-tester.page.ts';
import { hold } from '../support/calls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  endpoint,
  exported,
  line,
  mappings,
  notification,
  response,
  tab,
  tree,
} from './api-explorer.page.ts';

// Responses of external APIs in the Explorer.

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  await tester.setCors(request, { lenovo: 'any' });
  await request.dispose();
});

/** Browser errors about the vendor's endpoint are expected: the tester calls it from the page. */
test.afterEach(({ browserErrors }) => {
  expect(browserErrors.every((complaint) => complaint.includes('/getIbaseInfo'))).toBe(true);
  browserErrors.length = 0;
});

async function fillLenovo(page: Page): Promise<void> {
  await tester.choose(page, 'Vendor', 'Lenovo');
  await tester.field(page, 'serialNumber').fill('SIMACTV1');
}

const answered = (page: Page) => line(page, '"serial": "SIMACTV1"').first();

test('an external response is shown with its source, and up to five of its fields become columns', async ({
  page,
}) => {
  await page.goto('/api-explorer?tab=external');
  await fillLenovo(page);
  await tester.testButton(page).click();
  await expect(tree(page)).toBeVisible();
  await expect(tester.panel(page).getByText('200 OK')).toBeVisible();
  await expect(response(page).getByText('External', { exact: true })).toBeVisible();
  await response(page).getByRole('button', { name: 'Expand all' }).click();
  await expect(answered(page)).toBeVisible();
  await expect(mappings(page)).toHaveCount(5);
  await tester.press(page, 'Suggest Mappings');
  await expect.poll(() => mappings(page).count()).toBeGreaterThan(5);
  expect(await mappings(page).count()).toBeLessThanOrEqual(20);
  const { name, text } = await exported(page);
  expect(name).toMatch(/^api-export-external-api-\d{8}-\d{6}\.csv$/);
  expect(text).toContain('In warranty');
});

test('an external response that arrives while Internal APIs is open switches to its tab', async ({
  page,
  expectSentence,
}) => {
  const release = await hold(page, '**/getIbaseInfo');
  await page.goto('/api-explorer?tab=external');
  await fillLenovo(page);
  await tester.testButton(page).click();
  await tab(page, 'Internal APIs').click();
  await expect(endpoint(page)).toBeVisible();
  await expectSentence(notification(page), 'Switched to Internal APIs');
  release();
  await expect(tab(page, 'External APIs')).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/^[^?]*\/api-explorer\?operation=lenovo\.[\w-]+&tab=external$/);
  await expect(tree(page)).toBeVisible();
  await expect(mappings(page)).toHaveCount(5);
});

test('Suggest Mappings on the tester’s own page opens the response here', async ({ page }) => {
  await page.goto('/external-api?tab=testing');
  await fillLenovo(page);
  await tester.testButton(page).click();
  await tester.press(page, 'Suggest Mappings');
  await expect(page).toHaveURL('/api-explorer?tab=external');
  await expect(tree(page)).toBeVisible();
  await expect.poll(() => mappings(page).count()).toBeGreaterThan(5);
  expect(await mappings(page).count()).toBeLessThanOrEqual(20);
  await expect(response(page)).toContainText('Lenovo');
  await page.reload();
  await expect(response(page).getByText('No response yet')).toBeVisible();
  await expect(mappings(page)).toHaveCount(0);
});
