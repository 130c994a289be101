import type { Hardware, WarrantyResult } from '@warranty/contracts/warranty';
import { hold } from '../support/calls.ts';
import { readClipboard } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import { saveLenovo } from '../vendor-keys/vendor-keys.page.ts';
import {
  changeReply,
  countCalls,
  lookUp,
  lookupCall,
  modelNumber,
  path,
  result,
  sample,
  submit,
} from './individual-lookup.page.ts';

const fieldsOf = (hardware: Hardware) => Object.keys(hardware) as (keyof Hardware)[];

const manufacturers = ['Auto-detect from model number', 'Dell', 'Lenovo', 'HP', 'Apple', 'Cisco', 'Meraki'];
const formWords = [
  ...'Back to Home|Individual Warranty Lookup|Look up warranty information for a single device'.split('|'),
  ...'Model Number|Manufacturer|Auto-detect from model number|Lookup Warranty|No Results Yet'.split('|'),
  'Enter a model number and manufacturer above to get started',
  ...'ready (system)|needs your own keys'.split('|'),
];

test.describe('the lookup form', () => {
  test('explains what it accepts and which vendors are supported', async ({ page, expectSentence }) => {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Individual Warranty Lookup');
    await expectSentence(main, formWords);
    await expect(main.getByRole('link', { name: 'Apple’s page' })).toHaveAttribute(
      'href',
      'https://checkcoverage.apple.com',
    );
    await expect(modelNumber(page)).toHaveAttribute(
      'placeholder',
      'e.g. 7XK2P93 (OptiPlex 7090) or 5TQ8R14 (Latitude 5440)',
    );
    await main.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL('/');
  });

  test('requires a model number, and sends no request without one', async ({ page, expectSentence }) => {
    const calls = countCalls(page);
    await page.goto(path);
    await modelNumber(page).fill('   ');
    await submit(page).click();
    await expectSentence(page, 'Model number is required');
    await expect(modelNumber(page)).toBeFocused();
    await modelNumber(page).fill('A');
    await expect(page.getByText('Model number is required')).toHaveCount(0);
    expect(calls.made).toBe(0);
  });

  test('sends a chosen manufacturer, and none after the choice is cleared', async ({ page }) => {
    await page.goto(path);
    const tag = await sample(page, 'active');
    const list = page.getByRole('combobox', { name: 'Manufacturer' });
    await list.click();
    await expect(page.getByRole('option')).toHaveText(manufacturers);
    await page.getByRole('option', { name: 'Dell' }).click();
    const chosen = page.waitForRequest(lookupCall);
    await lookUp(page, tag);
    expect((await chosen).postDataJSON()).toEqual({ modelNumber: tag, manufacturer: 'Dell' });
    await expect(submit(page)).toBeEnabled();
    await list.click();
    await page.getByRole('option', { name: 'Auto-detect from model number' }).click();
    await expect(list).toHaveText('Auto-detect from model number');
    const open = page.waitForRequest(lookupCall);
    await submit(page).click();
    expect((await open).postDataJSON()).toEqual({ modelNumber: tag });
  });

  test('shows the user’s own keys', async ({ page, expectSentence }) => {
    await saveLenovo(page);
    await page.goto(path);
    await expectSentence(page.getByRole('main'), 'your keys');
  });

  test('shows what Dell needs if it is not set up', async ({ page, browserErrors, expectSentence }) => {
    await page.goto(`${process.env.E2E_PLAIN_URL ?? ''}${path}`);
    await expectSentence(page, 'needs TechDirect API credentials');
    await expect(page.getByRole('button', { name: /^Try / })).toHaveCount(0);
    browserErrors.length = 0;
  });
});

test.describe('a result', () => {
  for (const [word, badge] of [
    ['active', 'Active'],
    ['expiring', 'Expiring Soon'],
    ['expired', 'Expired'],
  ] as const) {
    test(`that is ${word} shows its status, with the days remaining`, async ({ page, expectSentence }) => {
      await page.goto(path);
      const tag = await sample(page, word);
      await lookUp(page, tag);
      await expect(page.locator('h2#result')).toHaveText(`Dell ${tag}`);
      await expectSentence(result(page), badge);
      const days = result(page).getByText('Days Remaining');
      if (word === 'expired') await expect(days).toHaveCount(0);
      else await expectSentence(result(page), 'Days Remaining');
      await expect(result(page).getByText(', expiring soon')).toHaveCount(word === 'expiring' ? 1 : 0);
      await expect(result(page).locator('dd time').nth(1)).toHaveText(/^\d{1,2} [A-Z][a-z]{2} \d{4}$/);
      await expect(result(page).locator('dd time').nth(1)).toHaveAttribute('title', /^\d{4}-\d\d-\d\d$/);
    });
  }

  test('shows its dates, every entitlement, the reason and the hardware', async ({
    page,
    expectSentence,
  }) => {
    await page.goto(path);
    await changeReply(page, ({ hardware }) => {
      for (const field of fieldsOf(hardware)) hardware[field] ??= 'given';
    });
    const reply = page.waitForResponse(lookupCall);
    await lookUp(page, await sample(page, 'active'));
    const { allEntitlements, description, hardware } = (await (await reply).json()) as WarrantyResult;
    const card = result(page);
    const details =
      'Warranty Details|Hardware Info|Start Date|End Date|Service Level|All Warranty Entitlements';
    await expectSentence(card, details.split('|'));
    await expect(card.getByRole('list').getByRole('listitem')).toHaveCount(allEntitlements.length);
    await expect(card.getByText('Sets the end date').filter({ visible: true }).first()).toBeVisible();
    for (const text of [description, hardware.systemDescription])
      await expect(card).toContainText(text ?? '');
    await expect(card).toContainText(/Dell, checked (just now|.+ ago)/);
    await expect(card.getByText('Sample data')).toBeVisible();
    await card.getByRole('tab', { name: 'Hardware Info' }).click();
    const facts =
      'Service Tag|Product Code|Product Line|Product Family|Ship Date|Sales Channel|Business Unit|Country';
    await expectSentence(card, facts.split('|'));
    await expect(card).toContainText(hardware.serviceTag ?? '');
  });

  test('has placeholders for what the vendor does not return', async ({ page, expectSentence }) => {
    await page.goto(path);
    await changeReply(page, (reply) => {
      for (const field of fieldsOf(reply.hardware)) reply.hardware[field] = null;
      for (const line of reply.allEntitlements) line.entitlementType = null;
      for (const field of ['startDate', 'endDate', 'endsAt', 'serviceLevel'] as const) reply[field] = null;
      reply.status = 'unknown';
    });
    await lookUp(page, await sample(page, 'active'));
    await expectSentence(result(page), ['Unknown', 'Warranty Information', 'N/A', 'Warranty']);
    await expect(result(page).getByText('Days Remaining')).toHaveCount(0);
    await page.getByRole('tab', { name: 'Hardware Info' }).click();
    await expectSentence(result(page), 'No additional hardware information available');
  });

  test('shows why an entitlement is excluded, also on focus', async ({ page }) => {
    const reason = 'Digital delivery is no hardware cover.';
    await page.setViewportSize({ width: 1280, height: 1600 });
    await page.goto(path);
    await changeReply(page, ({ allEntitlements: [line] }) => {
      Object.assign(line ?? {}, { counted: false, leftOutBecause: reason, endDate: '2030-01-01' });
    });
    await lookUp(page, await sample(page, 'active'));
    await expect(result(page).getByText(reason, { exact: true })).toBeVisible();
    await result(page).getByRole('img').first().focus();
    await expect(page.getByRole('tooltip')).toHaveText(`Excluded. ${reason}`);
  });

  test('can be refreshed, and stays if that fails', async ({ page }) => {
    await page.goto(path);
    const tag = await sample(page, 'active');
    await lookUp(page, tag);
    const again = page.waitForRequest(lookupCall);
    await page.getByRole('button', { name: 'Refresh' }).click();
    expect((await again).postDataJSON()).toEqual({ modelNumber: tag, refresh: true });
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled();
    await page.route(lookupCall, (route) => route.fulfill({ status: 502, body: '' }));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Refresh failed')).toBeVisible();
    await expect(page.locator('h2#result')).toHaveText(`Dell ${tag}`);
  });

  test('that is stale is marked', async ({ page }) => {
    await page.goto(path);
    await changeReply(page, ({ source }) => {
      const checkedAt = new Date(Date.now() - 49 * 3_600_000).toISOString();
      Object.assign(source ?? {}, { stale: true, checkedAt, page: 'https://vendor.example/tag' });
    });
    await lookUp(page, await sample(page, 'active'));
    await expect(result(page)).toContainText('Dell is not responding');
    await expect(result(page)).toContainText('Showing the last known result, 2 days old.');
    const link = result(page).getByRole('link', { name: 'View at Dell' });
    await expect(link).toHaveAttribute('href', 'https://vendor.example/tag');
    await expect(link).toHaveAttribute('rel', 'noreferrer');
  });

  test('copies the tag and the dates to the clipboard, the dates as yyyy-mm-dd', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(path);
    const reply = page.waitForResponse(lookupCall);
    await lookUp(page, await sample(page, 'active'));
    const { modelNumber: tag, startDate, endDate } = (await (await reply).json()) as WarrantyResult;
    for (const [name, text] of Object.entries({ tag, 'start date': startDate, 'end date': endDate })) {
      await page.getByRole('button', { name: `Copy ${name}` }).click();
      await expect.poll(() => readClipboard(page)).toBe(text);
    }
  });

  test('stays, dimmed, while the next one is looked up', async ({ page, expectSentence }) => {
    await page.goto(path);
    const tag = await sample(page, 'active');
    await lookUp(page, tag);
    const release = await hold(page, lookupCall);
    await modelNumber(page).fill(await sample(page, 'expired'));
    await submit(page).click();
    await expectSentence(page, 'Looking up warranty...');
    const busy = page.getByRole('button', { name: 'Looking up warranty...' });
    await expect(busy).toBeDisabled();
    await expect(busy.locator('svg')).toBeVisible();
    await expect(page.locator('h2#result')).toHaveText(`Dell ${tag}`);
    await expect(page.locator('[aria-busy=true]').filter({ has: page.locator('h2#result') })).toBeVisible();
    release();
    await expectSentence(result(page), 'Expired');
  });
});

const noNetwork = 'Failed to retrieve warranty information. Please check the model number and try again.';
const notASample = 'This server is in demo mode. Add Dell credentials to look up ZQ9ZQ9Z.';

test.describe('a failed lookup', () => {
  for (const [title, answer, text] of [
    ['without a network', null, noNetwork],
    ['answered by a proxy', { status: 502, body: '<html>' }, 'Server error: 502'],
    ['with a message from the server', { status: 503, json: { error: 'Dell is busy.' } }, 'Dell is busy.'],
  ] as const) {
    test(`${title} shows what happened and keeps the input`, async ({ page, expectSentence }) => {
      await page.goto(path);
      const tag = await sample(page, 'active');
      await page.route(lookupCall, (route) => (answer ? route.fulfill(answer) : route.abort()));
      await lookUp(page, tag);
      await expectSentence(result(page), 'Lookup Failed');
      await expectSentence(result(page), text);
      await expect(result(page)).toContainText(`Dell ${tag}`);
      await expect(result(page).getByText('Unknown', { exact: true })).toBeVisible();
      await expect(modelNumber(page)).toHaveValue(tag);
      await page.unroute(lookupCall);
      await result(page).getByRole('button', { name: 'Try again' }).click();
      await expect(page.locator('h2#result')).toHaveText(`Dell ${tag}`);
    });
  }

  for (const [title, identifier, text] of [
    ['a model name', 'Latitude 5440', 'Dell needs a service tag or serial number to look up a warranty'],
    ['a placeholder', 'To be filled by O.E.M.', 'is a placeholder, not a serial number'],
    ['other text', 'siehe Etikett', "'siehe Etikett' is not a serial number."],
    ['an undetectable manufacturer', 'QX-77-00-1B-C9-Z', 'Choose a manufacturer and try again.'],
    ['a tag outside the sample', 'ZQ9ZQ9Z', notASample],
  ] as const) {
    test(`of ${title} suggests what would work`, async ({ page, expectSentence }) => {
      await page.goto(path);
      await lookUp(page, identifier);
      await expectSentence(result(page), 'Lookup Failed');
      await expectSentence(result(page), text, { exact: false });
      await expect(result(page).getByRole('button', { name: 'Try again' })).toHaveCount(0);
      if (title !== 'an undetectable manufacturer') return;
      await expect(result(page)).toContainText('Manufacturer unknown: Dell (assumed)');
      const manufacturers = result(page).getByRole('group', { name: 'Look it up as a device of' });
      await manufacturers.getByRole('button', { name: 'Lenovo' }).click();
      await expect(result(page)).toContainText('Lenovo lookups need API keys');
    });
  }

  test('of a serial that looks like Lenovo’s prompts instead of assuming', async ({ page }) => {
    await page.goto(`${path}?q=PF3ABCDE`);
    await expect(result(page)).toContainText('Likely Lenovo PF3ABCDE');
    await expect(result(page)).toContainText("Could not detect the manufacturer of 'PF3ABCDE'.");
    await expect(result(page)).not.toContainText('assumed');
    const asked = page.waitForRequest(lookupCall);
    await result(page).getByRole('button', { name: 'Looks like Lenovo: use it?' }).click();
    expect((await asked).postDataJSON()).toEqual({ modelNumber: 'PF3ABCDE', manufacturer: 'Lenovo' });
    await expect(page.getByRole('combobox', { name: 'Manufacturer' })).toHaveText('Lenovo');
    await expect(result(page)).toContainText('Lenovo lookups need API keys');
    await expect(page).toHaveURL(`${path}?q=PF3ABCDE&manufacturer=Lenovo`);
  });

  test('of an Apple device links to Apple’s own page, without the closing bracket', async ({ page }) => {
    await page.goto(`${path}?q=C02XG2JHJG5H&manufacturer=apple`);
    const link = result(page).getByRole('link', { name: 'checkcoverage.apple.com' });
    await expect(link).toHaveAttribute('href', 'https://checkcoverage.apple.com');
    await expect(result(page)).toContainText('Check https://checkcoverage.apple.com instead.');
  });

  test("includes an error in the vendor's reply", async ({ page }) => {
    await page.goto(path);
    await changeReply(page, (reply) => {
      reply.error = 'Dell knows no such tag.';
    });
    await lookUp(page, await sample(page, 'active'));
    await expect(page.locator('h2#result')).toHaveText('Lookup Failed');
    await expect(result(page)).toContainText('Dell knows no such tag.');
  });
});

test('an unknown device is shown as unknown', async ({ page, expectSentence }) => {
  await page.goto(path);
  await lookUp(page, await sample(page, 'unknown'));
  await expectSentence(result(page), 'Unknown');
});

test.describe('recent lookups', () => {
  test('of this browser are listed, can be repeated with one click, and can be cleared', async ({ page }) => {
    await page.goto(path);
    const [active, expired] = [await sample(page, 'active'), await sample(page, 'expired')];
    await lookUp(page, active);
    await expect(page.locator('h2#result')).toHaveText(`Dell ${active}`);
    await page.getByRole('button', { name: `Try ${expired}` }).click();
    await expect(page.locator('h2#result')).toHaveText(`Dell ${expired}`);
    await page.goto(path);
    const recent = page.getByRole('region', { name: 'Recent lookups' });
    await expect(recent.getByRole('listitem')).toHaveText([
      new RegExp(`${expired}.*Expired`),
      new RegExp(`${active}.*Active`),
    ]);
    await recent.getByRole('button', { name: active }).click();
    await expect(page.locator('h2#result')).toHaveText(`Dell ${active}`);
    await expect(modelNumber(page)).toHaveValue(active);
    await recent.getByRole('button', { name: 'Clear' }).click();
    await expect(recent).toHaveCount(0);
    await page.goto(path);
    await expect(page.getByText('No Results Yet')).toBeVisible();
    await expect(recent).toHaveCount(0);
  });

  test('work without browser storage', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('closed', 'SecurityError');
        },
      });
    });
    await page.goto(path);
    await lookUp(page, await sample(page, 'active'));
    await expect(page.getByRole('region', { name: 'Recent lookups' }).getByRole('listitem')).toHaveCount(1);
  });
});

test('accessibility of results: has no violations when found or failed', async ({
  page,
  expectAccessibleEverywhere,
}) => {
  await page.goto(path);
  await lookUp(page, await sample(page, 'active'));
  await expectAccessibleEverywhere(page, 'found');
  await lookUp(page, 'Latitude 5440');
  await expect(page.locator('h2#result')).toHaveText('Lookup Failed');
  await expectAccessibleEverywhere(page, 'failed');
});
