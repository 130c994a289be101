import { expect, expectNoHorizontalScroll, test } from '../support/fixtures.ts';
import {
  endpoint,
  endpointLink,
  lookupAnchor,
  nav,
  open,
  part,
  picker,
  response,
  search,
  send,
} from './reference.page.ts';

test.describe('accessibility of the API reference', () => {
  test('has no violations in any state', async ({ page, expectAccessibleEverywhere }) => {
    test.slow();
    await open(page);
    await expect(page.getByRole('heading', { name: 'All endpoints' })).toBeVisible();
    await expectAccessibleEverywhere(page, 'overview');
    await search(page).fill('nothing of ours');
    await expect(nav(page).getByText('No endpoint matches.')).toBeVisible();
    await expectAccessibleEverywhere(page, 'search without a match');

    await open(page, lookupAnchor);
    await part(page, 'Response').getByText('9 fields of hardware').click();
    await part(page, 'Response').getByText('JSON Schema', { exact: true }).click();
    await part(page, 'Errors')
      .getByText(/^Errors of every endpoint/)
      .click();
    await expect(part(page, 'Errors').getByText('invalid_request', { exact: true })).toBeVisible();
    await expectAccessibleEverywhere(page, 'endpoint with everything open');
    await send(page);
    await expect(response(page).getByText('200 OK')).toBeVisible();
    await expectAccessibleEverywhere(page, 'response');
    await page.getByLabel('Access token', { exact: true }).fill('wlt_wrong');
    await send(page);
    await expect(response(page).getByText('401 Unauthorized')).toBeVisible();
    await expectAccessibleEverywhere(page, 'refused token');

    await open(page, 'get-api-bulk-runs-runid-file');
    await send(page);
    await expect(page.getByText('runId is required')).toBeVisible();
    await expectAccessibleEverywhere(page, 'parameters and a missing one');
  });

  test('works with the keyboard', async ({ page }) => {
    await open(page);
    await search(page).fill('warranty/lookup');
    await expect(nav(page).getByRole('status')).toHaveText(/endpoints? found$/);
    await page.keyboard.press('ArrowDown');
    await expect(endpointLink(page, 'POST /api/warranty/lookup')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(endpoint(page, 'POST /api/warranty/lookup')).toBeVisible();
    await expect(page.getByRole('article')).toBeFocused();

    await search(page).fill('usage');
    await expect(endpointLink(page, 'GET /api/usage')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(endpoint(page, 'GET /api/usage')).toBeVisible();
    await page.getByRole('tab', { name: 'curl' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'PowerShell' })).toHaveAttribute('aria-selected', 'true');
    await page.getByLabel('Access token', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(response(page).getByText('200 OK')).toBeVisible();
  });

  test('keeps the endpoint when the user skips to the content', async ({ page }) => {
    await open(page, lookupAnchor);
    await expect(endpoint(page, 'POST /api/warranty/lookup')).toBeVisible();
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#content$/);
    await expect(endpoint(page, 'POST /api/warranty/lookup')).toBeVisible();
  });

  test('has a picker in place of the list on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page);
    await expect(nav(page)).toHaveCount(0);
    await picker(page).click();
    await page.getByRole('combobox', { name: 'Search endpoints' }).fill('usage');
    await page.getByRole('option', { name: /GET \/api\/usage/ }).click();
    await expect(endpoint(page, 'GET /api/usage')).toBeVisible();
    await expect(picker(page)).toContainText('GET /api/usage');
    await expectNoHorizontalScroll(page);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL('/');
  });

  test('prints the content only', async ({ page }) => {
    await open(page, lookupAnchor);
    await page.emulateMedia({ media: 'print' });
    await expect(endpoint(page, 'POST /api/warranty/lookup')).toBeVisible();
    await expect(part(page, 'Response').getByText('modelNumber', { exact: true })).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toHaveCount(0);
    await expect(nav(page)).toHaveCount(0);
    await expect(picker(page)).toHaveCount(0);
    await expect(part(page, 'Try it')).toHaveCount(0);
  });
});
