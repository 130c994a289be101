import type { Page } from '@playwright/test';
import * as tokens from '../access-tokens/access-tokens.page.ts';
import * as explorer from '../api-explorer/api-explorer.page.ts';
import { hold } from '../support/calls.ts';
import { notifications, press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import * as keys from '../vendor-keys/vendor-keys.page.ts';

const noTokens = (page: Page) => page.getByText('No tokens yet');
const dellRow = (page: Page) => keys.row(page, 'Dell');
const noKeys = 'Failed to load API key configurations. Please try again.';

const lists = [
  {
    name: 'access tokens',
    ...tokens,
    failed: 'Failed to load external API tokens. Please try again.',
    reason: 'Failed to fetch external API tokens',
    loaded: noTokens,
  },
  {
    name: 'vendor keys',
    ...keys,
    failed: noKeys,
    reason: 'Failed to fetch API key configurations',
    loaded: dellRow,
  },
];

for (const { name, path, listCall, failed, reason, loaded } of lists)
  for (const [title, answer, told] of [
    ['without a message', { status: 500, body: '' }, reason],
    ['with a message', { status: 503, json: { error: 'Out of order.' } }, 'Out of order.'],
  ] as const) {
    test(`${name} show an error for a reply ${title}, and load on retry`, async ({
      page,
      expectSentence,
    }) => {
      await page.route(listCall, (route) => route.fulfill(answer));
      await page.goto(path);
      const alert = page.getByRole('alert');
      await expectSentence(alert, [failed, told]);
      await page.unroute(listCall);
      await press(alert, 'Try again');
      await expect(loaded(page)).toBeVisible();
      await expect(alert).toHaveCount(0);
    });
  }

const noSession = 'Failed to initialize session. Please refresh the page.';
const notCreated = 'Failed to create session with demo user';
/** The sentences of the alert, and whether a notification says so, too. */
const screens = [
  { name: 'access tokens', ...tokens, told: [noSession, notCreated], isNotified: true, loaded: noTokens },
  {
    name: 'the API Explorer',
    ...explorer,
    told: [noSession],
    isNotified: true,
    loaded: explorer.endpoint,
  },
  { name: 'vendor keys', ...keys, told: [noKeys, notCreated], isNotified: false, loaded: dellRow },
];

for (const { name, path, told, isNotified, loaded } of screens) {
  test(`without a session, ${name} show a loading state, then an error`, async ({ page, expectSentence }) => {
    const release = await hold(page, '**/api/auth/session', { status: 503, body: '' });
    await page.goto(path);
    await expectSentence(page, 'Connecting...');
    const notification = notifications(page).getByRole('listitem');
    await expect(notification).toHaveCount(0);
    release();
    if (isNotified) await expectSentence(notification, ['Authentication Error', noSession]);
    const alert = page.getByRole('main').getByRole('alert');
    await expectSentence(alert, told);
    await page.unroute('**/api/auth/session');
    await press(alert, 'Try again');
    await expect(loaded(page)).toBeVisible();
  });
}
