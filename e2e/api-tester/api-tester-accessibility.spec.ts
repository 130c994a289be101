import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { choose, field, open, openVendors, panel, press, testButton } from './api-tester.page.ts';

const simulator = openVendors('dell', 'lenovo');

/** Walks the screen through all of its states. */
async function* states(page: Page) {
  await open(page);
  yield 'empty';
  await choose(page, 'Vendor', 'Dell');
  await choose(page, 'Operation', 'Asset warranty');
  await field(page, 'servicetags').fill('no');
  await field(page, 'servicetags').press('Tab');
  await expect(page.getByText('Parameter servicetags does not match required pattern').first()).toBeVisible();
  yield 'vendor';
  await press(page, 'Fill in a sample');
  await testButton(page).click();
  await expect(panel(page).getByText('200 OK')).toBeVisible();
  await panel(page).getByText('Response headers').click();
  yield 'answered';
  await field(page, 'Client secret').fill('bad');
  await testButton(page).click();
  await expect(panel(page).getByText('The token request was rejected.')).toBeVisible();
  yield 'refused';
  await page.getByRole('checkbox', { name: 'Custom URL Mode' }).click();
  await field(page, 'Endpoint URL').fill(`https://127.0.0.1:9/${'long/'.repeat(40)}`);
  await choose(page, 'HTTP method', 'PUT');
  await choose(page, 'Authentication type', 'Query parameter');
  await field(page, 'API key').fill('key');
  await press(page, 'Add header');
  await field(page, 'JSON request body').fill('{');
  await testButton(page).click();
  await expect(page.getByText('Request body must be valid JSON')).toBeVisible();
  yield 'custom';
  await press(page, 'Remove header 1');
  await field(page, 'JSON request body').fill('');
  await testButton(page).click();
  await expect(panel(page).getByText(/^Network error/)).toBeVisible();
  yield 'failed';
  await field(page, 'Endpoint URL').fill('nowhere');
  await testButton(page).click();
  await expect(panel(page).getByText(/^Endpoint Resolution Failed/)).toBeVisible();
  yield 'unresolved';
}

test('accessibility of the API tester: has no violations in any state', async ({
  page,
  browserErrors,
  expectAccessibleEverywhere,
}) => {
  test.slow();
  for await (const state of states(page)) await expectAccessibleEverywhere(page, state);
  browserErrors.length = 0;
});

test.describe('the API tester by keyboard', () => {
  test('can be filled in, sent and read without a pointer', async ({ page, browserErrors }) => {
    await open(page);
    const key = (name: string) => page.keyboard.press(name);
    await page.getByRole('checkbox', { name: 'Custom URL Mode' }).focus();
    await key('Space');
    await key('Tab');
    await page.keyboard.type(`${simulator.url}/us/en/api/v4/upsell/redport/getIbaseInfo`);
    await key('Tab');
    await key('Enter');
    await expect(page.getByRole('option', { name: 'GET' })).toBeFocused();
    await key('ArrowDown');
    await expect(page.getByRole('option', { name: 'POST' })).toBeFocused();
    await key('Enter');
    await expect(page.getByRole('combobox', { name: 'HTTP method' })).toHaveText('POST');
    await key('Tab');
    await expect(page.getByRole('combobox', { name: 'Authentication type' })).toBeFocused();
    await key('Tab');
    await expect(page.getByRole('button', { name: 'Add header' })).toBeFocused();
    await key('Tab');
    await page.keyboard.type('{"serialNumber":"SIMACTV1"}');
    await key('Tab');
    await expect(page.getByRole('button', { name: 'Copy as cURL' })).toBeFocused();
    await key('Tab');
    await expect(testButton(page)).toBeFocused();
    await key('Enter');
    await expect(panel(page).getByText('200 OK')).toBeVisible();
    await expect(testButton(page)).toBeFocused();
    await key('Tab');
    await expect(panel(page).getByRole('button', { name: 'Copy', exact: true })).toBeFocused();
    await key('Tab');
    await key('Tab');
    await expect(panel(page).getByRole('region', { name: 'Response body' })).toBeFocused();
    browserErrors.length = 0;
  });
});
