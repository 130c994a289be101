import { dialog, readClipboard } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import { configure, save, takeRecoveryCode, value } from '../vendor-keys/vendor-keys.page.ts';
import { body, choose, field, main, open, panel, press, testButton } from './api-tester.page.ts';

const merakiKey = 'canary-stored-meraki-81';

test.describe('stored keys in the API tester', () => {
  test('are offered for their vendor, used by the server, and never shown', async ({ page }) => {
    const replies: string[] = [];
    const requests: string[] = [];
    await save(page, 'Meraki', 'API key', merakiKey);
    await takeRecoveryCode(page);
    page.on('request', (request) => {
      if (request.url().endsWith('/api/vendor-operations')) requests.push(request.postData() ?? '');
    });
    page.on('response', async (response) => {
      if (response.url().includes('/api/')) replies.push(await response.text().catch(() => ''));
    });
    await open(page);
    await choose(page, 'Vendor', 'Meraki');
    await choose(page, 'Operation', 'Organizations');
    await expect(testButton(page)).toBeDisabled();
    await main(page).getByRole('checkbox', { name: 'Use my stored key' }).click();
    await expect(field(page, 'API key')).toHaveCount(0);
    await press(page, 'Test API');
    await expect(panel(page).getByText('Sent through the server', { exact: true })).toBeVisible();
    await expect(panel(page).getByText('200 OK')).toBeVisible();
    await expect(body(page)).toContainText('name');
    expect(requests.map((text) => JSON.parse(text))).toEqual([
      expect.objectContaining({ vendor: 'meraki', useStoredKeys: true }),
    ]);
    expect([...requests, ...replies, await page.content()].join()).not.toContain(merakiKey);

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await press(page, 'Copy as cURL');
    await expect.poll(() => readClipboard(page)).toContain('authorization: Bearer YOUR_API_KEY');

    await choose(page, 'Vendor', 'HP');
    await expect(main(page).getByRole('checkbox', { name: /^Use my stored/ })).toHaveCount(0);
    await page.getByRole('checkbox', { name: 'Custom URL Mode' }).click();
    await expect(main(page).getByRole('checkbox', { name: /^Use my stored/ })).toHaveCount(0);
  });

  test('that were deleted meanwhile are reported as missing', async ({ page }) => {
    await configure(page, 'Dell', 'client ID');
    await value(page).fill('stored-dell-id');
    await dialog(page).getByLabel('Client secret', { exact: true }).fill('stored-dell-secret');
    await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
    await takeRecoveryCode(page);
    await open(page);
    await choose(page, 'Vendor', 'Dell');
    await choose(page, 'Operation', 'Asset warranty');
    await field(page, 'servicetags').fill('ABC1234');
    await main(page).getByRole('checkbox', { name: 'Use my stored keys' }).click();
    await page.evaluate(async () => {
      const { userId } = await (await fetch('/api/auth/session')).json();
      await fetch(`/api/user/${userId}/api-keys/dell`, { method: 'DELETE' });
    });
    await press(page, 'Test API');
    await expect(panel(page)).toContainText('Dell lookups need API keys. Add yours.');
  });
});

test('accessibility of stored keys in the API tester: has no violations', async ({
  page,
  expectAccessibleEverywhere,
}) => {
  await save(page, 'Meraki', 'API key', merakiKey);
  await takeRecoveryCode(page);
  await open(page);
  await choose(page, 'Vendor', 'Meraki');
  await choose(page, 'Operation', 'Organizations');
  await main(page).getByRole('checkbox', { name: 'Use my stored key' }).click();
  await expectAccessibleEverywhere(page, 'stored key');
});
