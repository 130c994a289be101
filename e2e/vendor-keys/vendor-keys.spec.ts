import type { Locator, Page } from '@playwright/test';
import type { ConfigReply } from '@warranty/contracts/system';
import { appleKeys } from '../../harness/apple-keys.ts';
import { countRequests } from '../support/calls.ts';
import { closeDialog } from '../support/close-dialog.ts';
import { dialog, press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  configure,
  listCall,
  openTab,
  panel,
  path,
  row,
  save,
  takeRecoveryCode,
  value,
} from './vendor-keys.page.ts';

const vendors = ['Dell', 'Lenovo', 'HP', 'Cisco', 'Meraki', 'Apple'];

async function sampleOf(page: Page, vendor: string): Promise<string> {
  const { samples } = (await (await page.request.get('/api/config')).json()) as ConfigReply;
  const own = samples.filter(({ manufacturer }) => manufacturer === vendor);
  const found = own.find(({ label }) => /\bactive/i.test(label)) ?? own[0];
  expect(found, `a sample of ${vendor}`).toBeDefined();
  return found?.identifier ?? '';
}

test.describe('the vendor keys page', () => {
  test('explains how keys are stored and which vendors need them', async ({ page, expectSentence }) => {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('API Key Management');
    await expectSentence(main, [
      ...['Back to Warranty Lookup', 'API Key Management', 'Testers Needed!', 'Not configured', ...vendors],
      'Keys are stored encrypted, and only masked values are shown',
      'Sample data: do not enter real keys',
    ]);
    await expectSentence(main, 'real authentication would replace the demo identity', { exact: false });
    await expect(row(page, 'Dell')).toContainText('Uses the server’s keys');
    for (const vendor of vendors) {
      await row(page, vendor).click();
      await expect(page).toHaveURL(`${path}?vendor=${vendor.toLowerCase()}`);
      await expect(page.getByRole('heading', { name: `How to get ${vendor} keys` })).toBeVisible();
      await expect(panel(page, vendor).getByText('Not configured', { exact: true }).first()).toBeVisible();
    }
    await main.getByRole('link', { name: 'Back to Warranty Lookup' }).click();
    await expect(page).toHaveURL('/');
  });

  test('has the rest of the account in tabs, and leads to the access tokens', async ({ page }) => {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(row(page, 'Dell')).toBeVisible();
    for (const [tab, address, heading] of [
      ['This browser', 'browser', 'Browser sessions'],
      ['Usage', 'usage', 'Usage'],
      ['Activity', 'activity', 'Activity'],
    ] as const) {
      await openTab(page, tab);
      await expect(page).toHaveURL(`${path}?tab=${address}`);
      await expect(main.getByRole('heading', { name: heading, exact: true })).toBeVisible();
      await expect(row(page, 'Dell')).toBeHidden();
    }
    await page.reload();
    await expect(main.getByRole('heading', { name: 'Activity', exact: true })).toBeVisible();
    await openTab(page, 'Vendor keys');
    await main.getByRole('link', { name: 'access tokens' }).click();
    await expect(page).toHaveURL('/external-api?tab=tokens');
  });

  test('opens the vendor in the URL, or the first one if it is unknown', async ({ page }) => {
    await page.goto(`${path}?vendor=MERAKI`);
    await expect(panel(page, 'Meraki')).toBeVisible();
    await page.goto(`${path}?vendor=acer`);
    await expect(panel(page, 'Dell')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(row(page, 'Dell')).toHaveAttribute('aria-expanded', 'false');
    await row(page, 'HP').click();
    await expect(page.getByRole('button', { name: 'Configure HP client secret' })).toBeVisible();
    await row(page, 'HP').click();
    await expect(row(page, 'HP')).toHaveAttribute('aria-expanded', 'false');
  });

  test.describe('on a first visit', () => {
    test.use({ visitedBefore: false });
    test('shows the call for testers only after a click on its button', async ({ page, expectSentence }) => {
      await page.goto(path);
      await expect(row(page, 'Dell')).toBeVisible();
      await expect(dialog(page)).toHaveCount(0);
      await press(page, 'Testers Needed!');
      await expectSentence(dialog(page), 'Got it!');
      await press(dialog(page), 'Got it!');
      await expect(dialog(page)).toHaveCount(0);
    });
  });
});

test.describe('a vendor key', () => {
  test('is required before it is tested or saved', async ({ page, expectSentence }) => {
    const calls = countRequests(
      page,
      (request) => request.method() === 'POST' && request.url().includes('/api-keys'),
    );
    await configure(page, 'Lenovo', 'API key');
    await expectSentence(dialog(page), [
      'Vendor',
      'Key type',
      'API key',
      'Description',
      'Test Connection',
      'Cancel',
      'Save',
    ]);
    await value(page).fill('   ');
    await press(dialog(page), 'Save');
    await expectSentence(dialog(page), 'Please fill in all required fields');
    await expect(value(page)).toBeFocused();
    await press(dialog(page), 'Test Connection');
    await expectSentence(dialog(page), 'Please enter an API key to test');
    await value(page).fill('typed');
    await expect(value(page)).toHaveAttribute('type', 'password');
    await press(dialog(page), 'Show API key');
    await expect(value(page)).toHaveAttribute('type', 'text');
    await expect(dialog(page).getByText('Please enter an API key to test')).toHaveCount(0);
    expect(calls.made).toBe(0);
    await press(dialog(page), 'Cancel');
    await expect(page.getByRole('button', { name: 'Configure Lenovo API key' })).toBeFocused();
  });

  test('shows why it was rejected and keeps the input; a successful test counts for this visit only', async ({
    page,
    expectSentence,
  }) => {
    await configure(page, 'Lenovo', 'API key');
    await value(page).fill('a-bad-key');
    await press(dialog(page), 'Test Connection');
    await expectSentence(page, 'Test Failed');
    await expectSentence(dialog(page), 'Lenovo rejected the key.', { exact: false });
    await expect(value(page)).toHaveValue('a-bad-key');
    await value(page).fill('a-fine-key');
    await press(dialog(page), 'Test Connection');
    await expect(dialog(page)).toContainText('Tested but not saved. Save the key to use it for lookups.');
    await press(dialog(page), 'Cancel');
    await expectSentence(panel(page, 'Lenovo'), 'Configured');
    await expectSentence(panel(page, 'Lenovo'), 'Tested, not saved');
    await expect(row(page, 'Lenovo')).toContainText('Configured');
    await page.getByRole('main').getByRole('link', { name: 'Back to Warranty Lookup' }).click();
    await expect(page.getByText('Dell (System)', { exact: true })).toBeVisible();
    await expect(page.getByText('Lenovo (User)')).toHaveCount(0);
    await page.goBack();
    await expect(row(page, 'Lenovo')).toContainText('Not configured');
  });

  test('of a pair is tested together with the other one, which must be saved first', async ({
    page,
    expectSentence,
  }) => {
    await configure(page, 'HP', 'client secret');
    await value(page).fill('sample-secret');
    await press(dialog(page), 'Test Connection');
    await expectSentence(dialog(page), 'Save the client ID first.');
    await save(page, 'HP', 'client ID', 'sample-id');
    await takeRecoveryCode(page);
    await expect(row(page, 'HP')).toContainText('1 of 2 keys stored');
    await expect(row(page, 'HP')).toContainText('Not configured');
    await save(page, 'HP', 'client secret', 'sample-secret');
    await expect(row(page, 'HP')).not.toContainText('Not configured');
    await press(page, 'Delete all HP keys');
    await press(page.getByRole('alertdialog'), 'Delete all');
    await expect(page.getByText('HP keys deleted.').first()).toBeVisible();
    await expect(row(page, 'HP')).toContainText('0 of 2 keys stored');
  });

  test('enables lookups once saved, can be replaced, and is missing after it is deleted', async ({
    page,
    expectSentence,
  }) => {
    await configure(page, 'Lenovo', 'API key');
    await value(page).fill('sample-lenovo-key-42');
    await dialog(page).getByLabel('Description').fill('Leeds office');
    await value(page).press('Enter');
    await expectSentence(page, 'Lenovo API key saved.');
    await takeRecoveryCode(page);
    await expectSentence(panel(page, 'Lenovo'), 'Configured');
    await expect(panel(page, 'Lenovo')).toContainText('Leeds office · updated just now');
    await press(page, 'Show masked Lenovo API key');
    await expect(panel(page, 'Lenovo').getByText('••••••••y-42', { exact: true })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('sample-lenovo-key-42');
    await press(page, 'Hide masked Lenovo API key');

    await press(page, 'Update Lenovo API key');
    await expect(dialog(page).getByLabel('Description')).toHaveValue('Leeds office');
    await value(page).fill('another-lenovo-key-77');
    await press(dialog(page), 'Save');
    await expect(dialog(page)).toHaveCount(0);
    await press(page, 'Show masked Lenovo API key');
    await expect(panel(page, 'Lenovo').getByText('••••••••y-77', { exact: true })).toBeVisible();

    await page.getByRole('main').getByRole('link', { name: 'Back to Warranty Lookup' }).click();
    await expectSentence(page, 'Lenovo (User)');
    const serial = await sampleOf(page, 'Lenovo');
    await page.getByRole('link', { name: 'Individual Lookup', exact: true }).first().click();
    await expectSentence(page.getByRole('main'), 'your keys');
    await page.getByRole('button', { name: new RegExp(`^Try ${serial}`) }).click();
    await expect(page.locator('h2#result')).toHaveText(`Lenovo ${serial}`);
    await page.getByRole('link', { name: 'API Key Management' }).click();
    await row(page, 'Lenovo').click();
    await expect(panel(page, 'Lenovo')).toContainText('Last usedjust now');

    await press(page, 'Delete Lenovo API key');
    await press(page.getByRole('alertdialog'), 'Delete');
    await expect(page.getByText('Lenovo API key deleted.').first()).toBeVisible();
    await expect(row(page, 'Lenovo')).toContainText('Not configured');
    await expect(page.getByRole('button', { name: 'Configure Lenovo API key' })).toBeFocused();
    await page.goto(`/individual-lookup?q=${serial}&manufacturer=lenovo`);
    await press(page, 'Lookup Warranty');
    await expectSentence(page, 'Lenovo lookups need API keys. Add yours.');
    await page.getByRole('link', { name: 'Set up Lenovo keys' }).click();
    await expect(page).toHaveURL(`${path}?vendor=lenovo`);
    await expect(panel(page, 'Lenovo')).toBeVisible();
  });
});

test.describe("a lookup with the user's own keys", () => {
  const lookUp = async (page: Page, vendor: string): Promise<Locator> => {
    await page.goto('/individual-lookup');
    await page.getByRole('button', { name: new RegExp(`^Try ${await sampleOf(page, vendor)}`) }).click();
    await expect(page.locator('h2#result')).toContainText(vendor);
    return page.getByRole('region').filter({ has: page.locator('h2#result') });
  };

  test('labels license dates differently from warranty dates', async ({ page, expectSentence }) => {
    await page.goto('/individual-lookup');
    await expect(page.getByRole('button', { name: /^Try / }).first()).toBeVisible();
    const serial = await sampleOf(page, 'Meraki');
    await expect(page.getByRole('button', { name: new RegExp(`^Try ${serial}`) })).toHaveCount(0);
    await save(page, 'Meraki', 'API key', 'sample-meraki-key');
    await takeRecoveryCode(page);
    const card = await lookUp(page, 'Meraki');
    await expectSentence(card, [
      'Claimed',
      'License end',
      'Meraki does not publish hardware warranties. This is the license end date.',
    ]);
    for (const word of ['Start Date', 'End Date', 'All Warranty Entitlements', 'Warranty Information'])
      await expect(card.getByText(word, { exact: true })).toHaveCount(0);
  });

  test('of Apple devices needs a key file, which is checked before it is sent', async ({ page }) => {
    await configure(page, 'Apple', 'private key');
    const chooseFile = async (name: string, text: string) => {
      const chooser = page.waitForEvent('filechooser');
      await press(dialog(page), 'Choose .pem file');
      await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
      await expect(dialog(page).getByText(`Read ${name}.`)).toBeVisible();
    };
    await chooseFile('public.pem', appleKeys.private_key.replaceAll('EC PRIVATE', 'PUBLIC'));
    await expect(dialog(page).getByText('This is not a private key but a public key.')).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    await value(page).fill('one line of text');
    await expect(
      dialog(page).getByText('Enter the whole private key, with its BEGIN and END lines.'),
    ).toBeVisible();
    await chooseFile('account.pem', appleKeys.private_key);
    await press(dialog(page), 'Save');
    await takeRecoveryCode(page);
    await save(page, 'Apple', 'client ID', appleKeys.client_id);
    await save(page, 'Apple', 'key ID', appleKeys.key_id);
    const card = await lookUp(page, 'Apple');
    await expect(card.getByText('AppleCare+', { exact: true }).first()).toBeVisible();
    await expect(card.getByText('Limited Warranty · Apple')).toBeVisible();
  });

  test('reports that the vendor does not provide a start date', async ({ page, expectSentence }) => {
    await save(page, 'Cisco', 'client ID', 'sample-cisco-id');
    await takeRecoveryCode(page);
    await save(page, 'Cisco', 'client secret', 'sample-cisco-secret');
    const card = await lookUp(page, 'Cisco');
    await expectSentence(card, 'N/A');
    await expectSentence(card, 'Cisco does not provide a start date');
  });
});

test('accessibility of vendor keys: has no violations in any state', async ({
  page,
  expectAccessibleEverywhere,
}) => {
  await configure(page, 'Lenovo', 'API key');
  await press(dialog(page), 'Save');
  await expectAccessibleEverywhere(page, 'missing key');
  for (const text of ['a-bad-key', 'a-fine-key']) {
    await value(page).fill(text);
    await press(dialog(page), 'Test Connection');
    await expect(dialog(page).getByText(/^Lenovo (rejected|accepted) the key/)).toBeVisible();
    await expectAccessibleEverywhere(page, `tested with ${text}`);
  }
  await closeDialog(page);
  await expectAccessibleEverywhere(page, 'nothing stored');
  await configure(page, 'Lenovo', 'API key');
  await value(page).fill('sample-lenovo-key-42');
  await press(dialog(page), 'Save');
  await expect(page.getByRole('dialog', { name: 'Your recovery code' })).toBeVisible();
  await expectAccessibleEverywhere(page, 'recovery code');
  await closeDialog(page);
  await press(page, 'Show masked Lenovo API key');
  await expectAccessibleEverywhere(page, 'masked key');
  const openAndClose = async (name: string) => {
    await press(page, name);
    await expectAccessibleEverywhere(page, name);
    await closeDialog(page);
    await expect(page.getByRole('button', { name, exact: true })).toBeFocused();
  };
  await openAndClose('Delete Lenovo API key');
  await openTab(page, 'This browser');
  for (const name of ['New recovery code', 'Use a recovery code', 'Forget this browser'])
    await openAndClose(name);
  await page.route(listCall, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(path);
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessibleEverywhere(page, 'failed list');
});
