import { expect, test } from '../support/fixtures.ts';
import {
  configure,
  deleteCall,
  dialog,
  listCall,
  path,
  press,
  row,
  saveLenovo,
  testCall,
  value,
} from './vendor-keys.page.ts';

test.describe('vendor keys that fail to load', () => {
  for (const [title, answer, reason] of [
    ['without a message', { status: 500, body: '' }, 'Failed to fetch API key configurations'],
    ['with a message', { status: 503, json: { error: 'Out of order.' } }, 'Out of order.'],
  ] as const) {
    test(`show an error for a reply ${title}, and load on retry`, async ({ page, expectSentence }) => {
      await page.route(listCall, (route) => route.fulfill(answer));
      await page.goto(path);
      const alert = page.getByRole('alert');
      await expectSentence(alert, 'Failed to load API key configurations. Please try again.');
      await expectSentence(alert, reason);
      await page.unroute(listCall);
      await press(alert, 'Try again');
      await expect(row(page, 'Dell')).toBeVisible();
      await expect(alert).toHaveCount(0);
    });
  }

  test('show a loading state, and an error if there is no session', async ({ page, expectSentence }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/auth/session', async (route) => {
      await promise;
      await route.fulfill({ status: 503, body: '' });
    });
    await page.goto(path);
    await expectSentence(page, 'Connecting...');
    resolve();
    await expectSentence(page, 'Failed to load API key configurations. Please try again.');
    await expectSentence(page, 'Failed to create session with demo user');
    await page.unroute('**/api/auth/session');
    await press(page, 'Try again');
    await expect(row(page, 'Dell')).toBeVisible();
  });
});

test.describe('a vendor key', () => {
  for (const [title, answer] of [
    ['without a network', null],
    ['without a message', { status: 502, body: '<html>' }],
    ['with a message', { status: 503, json: { error: 'Out of order.' } }],
  ] as const) {
    test(`that cannot be saved, tested or deleted, ${title}, shows an error and stays`, async ({
      page,
      expectSentence,
    }) => {
      const sentence = (own: string) => (answer && 'json' in answer ? 'Out of order.' : own);
      const fails = (call: string) =>
        page.route(call, (route) => {
          if (route.request().method() === 'GET') return route.continue();
          return answer ? route.fulfill(answer) : route.abort();
        });
      await saveLenovo(page);
      await press(page, 'Update Lenovo API key');
      await value(page).fill('kept');
      await fails(testCall);
      await press(dialog(page), 'Test Connection');
      await expectSentence(page, 'Test Failed');
      await expectSentence(dialog(page), sentence('API key test failed'));
      await fails(listCall);
      await press(dialog(page), 'Save');
      await expectSentence(dialog(page), sentence('Failed to save API key'));
      await expect(value(page)).toHaveValue('kept');
      await press(dialog(page), 'Cancel');
      await fails(deleteCall);
      await press(page, 'Delete Lenovo API key');
      await press(page.getByRole('alertdialog'), 'Delete');
      await expectSentence(page.getByRole('alertdialog'), sentence('Failed to delete API key'));
      await press(page.getByRole('alertdialog'), 'Cancel');
      await expect(row(page, 'Lenovo')).not.toContainText('Not configured');
    });
  }

  test('that is rejected without a message gets a default one', async ({ page, expectSentence }) => {
    await page.route(testCall, (route) =>
      route.fulfill({ json: { success: false, outcome: 'unexpected', message: '' } }),
    );
    await configure(page, 'Meraki', 'API key');
    await value(page).fill('anything');
    await press(dialog(page), 'Test Connection');
    await expectSentence(page, 'Test Failed');
    await expectSentence(dialog(page), 'Unable to connect with the provided API key');
  });
});
