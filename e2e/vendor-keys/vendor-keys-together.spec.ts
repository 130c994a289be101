import { dialog, press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import { configure, listCall, panel, row, takeRecoveryCode, value } from './vendor-keys.page.ts';

const isSave = (url: string, method: string) => method === 'POST' && url.endsWith('/api-keys');

test.describe('the keys of a vendor that needs several', () => {
  test('are entered, tested and saved in one dialog, and can be tested afterwards', async ({ page }) => {
    const saves: string[] = [];
    page.on('request', (request) => {
      if (isSave(request.url(), request.method())) saves.push(request.url());
    });
    await configure(page, 'HP', 'client ID');
    await value(page).fill('sample-hp-client-id');
    await dialog(page).getByLabel('Client secret', { exact: true }).fill('sample-hp-secret');
    await press(dialog(page), 'Test Connection');
    await expect(dialog(page)).toContainText('HP accepted the key.');
    await press(dialog(page), 'Save');
    await expect(page.getByText('HP client ID and client secret saved.', { exact: true })).toBeVisible();
    await takeRecoveryCode(page);
    expect(saves).toHaveLength(1);
    await expect(row(page, 'HP')).toContainText('2 of 2 keys stored');
    await press(page, 'Test saved keys of HP');
    await expect(page.getByText('HP accepted the key.', { exact: true })).toBeVisible();
    await expect(panel(page, 'HP')).toContainText('just now: HP accepted the key.');
    await press(page, 'Update HP client ID');
    await expect(dialog(page)).toContainText('Saved. Leave blank to keep it.');
    await expect(dialog(page).getByLabel('Client secret', { exact: true })).toHaveValue('');
    await value(page).fill('another-hp-client-id');
    await press(dialog(page), 'Save');
    await expect(page.getByText('HP client ID saved.', { exact: true })).toBeVisible();
    await expect(row(page, 'HP')).toContainText('2 of 2 keys stored');
    await expect(panel(page, 'HP')).not.toContainText('HP accepted the key.');
  });

  test('report a rejection of saved keys next to the button', async ({ page }) => {
    await configure(page, 'HP', 'client ID');
    await value(page).fill('sample-hp-client-id');
    await dialog(page).getByLabel('Client secret', { exact: true }).fill('bad-secret');
    await press(dialog(page), 'Save');
    await takeRecoveryCode(page);
    await press(page, 'Test saved keys of HP');
    await expect(page.getByText('Test Failed', { exact: true })).toBeVisible();
    await expect(panel(page, 'HP')).toContainText('just now: HP rejected the key.');
  });

  test('keep their types when another type is chosen, and are cleared for another vendor', async ({
    page,
  }) => {
    await configure(page, 'HP', 'client ID');
    await value(page).fill('the-id');
    await dialog(page).getByLabel('Client secret', { exact: true }).fill('the-secret');
    await dialog(page).getByLabel('Key type').click();
    await page.getByRole('option', { name: 'Client secret' }).click();
    await expect(value(page)).toHaveValue('the-secret');
    await expect(dialog(page).getByLabel('Client ID', { exact: true })).toHaveValue('the-id');
    await dialog(page).getByLabel('Vendor').click();
    await page.getByRole('option', { name: 'Cisco' }).click();
    await expect(value(page)).toHaveValue('');
    await expect(dialog(page).getByLabel('Client secret', { exact: true })).toHaveValue('');
  });

  test('stay in the dialog if they cannot be saved', async ({ page }) => {
    await page.route(listCall, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 503, json: { error: 'Out of order.' } })
        : route.continue(),
    );
    await configure(page, 'Cisco', 'client ID');
    await value(page).fill('the-id');
    await dialog(page).getByLabel('Client secret', { exact: true }).fill('the-secret');
    await press(dialog(page), 'Save');
    await expect(dialog(page)).toContainText('Out of order.');
    await expect(value(page)).toHaveValue('the-id');
    await expect(dialog(page).getByLabel('Client secret', { exact: true })).toHaveValue('the-secret');
  });
});

test('accessibility of a dialog with several keys: has no violations with entered and with saved keys', async ({
  page,
  expectAccessibleEverywhere,
}) => {
  await configure(page, 'Apple', 'client ID');
  await expectAccessibleEverywhere(page, 'three keys');
  await configure(page, 'HP', 'client ID');
  await value(page).fill('sample-hp-client-id');
  await dialog(page).getByLabel('Client secret', { exact: true }).fill('sample-hp-secret');
  await press(dialog(page), 'Save');
  await takeRecoveryCode(page);
  await expectAccessibleEverywhere(page, 'saved keys to test');
});
