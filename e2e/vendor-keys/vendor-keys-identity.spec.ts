import type { Page } from '@playwright/test';
import { withToken } from '../access-tokens/access-tokens.page.ts';
import { dialog, press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import { storedText } from '../support/stored-text.ts';
import { browserPath, openTab, row, saveLenovo, takeRecoveryCode } from './vendor-keys.page.ts';

test.describe('this browser', () => {
  const recover = async (page: Page, code: string) => {
    await page.goto(browserPath);
    await press(page, 'Use a recovery code');
    await dialog(page).getByRole('textbox', { name: 'Recovery code' }).fill(code);
    await press(dialog(page), 'Continue');
  };
  const refused =
    'This recovery code is not valid. Each code works once and is locked after five failed attempts.';

  test('can be recovered with a code that is shown once and works once', async ({
    page,
    openElsewhere,
    expectSentence,
  }) => {
    const first = await saveLenovo(page);
    const user = await page.evaluate(() => sessionStorage.getItem('demo-user-id'));
    await openTab(page, 'This browser');
    await press(page, 'New recovery code');
    await press(page.getByRole('alertdialog'), 'Create code');
    const second = await takeRecoveryCode(page);
    expect(second).not.toBe(first);
    await page.reload();
    await expect(page.getByRole('button', { name: 'New recovery code' })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(second);

    const other = await openElsewhere();
    await recover(other, first);
    await expectSentence(dialog(other), refused);
    await recover(other, second.toLowerCase());
    await expect(other.getByText(`You are using this tool as ${user} again`).first()).toBeVisible();
    await openTab(other, 'Vendor keys');
    await expect(row(other, 'Lenovo')).not.toContainText('Not configured');
    expect(await other.evaluate(() => sessionStorage.getItem('demo-user-id'))).toBe(user);
    await recover(other, second);
    await expectSentence(dialog(other), refused);
  });

  test('stores neither keys nor tokens nor recovery codes', async ({ page }) => {
    const code = await saveLenovo(page);
    const token = await withToken(page, 'Billing');
    const stored = await storedText(page);
    expect(stored).toContain('demo-user-');
    for (const secret of ['sample-lenovo-key-42', token, code]) expect(stored).not.toContain(secret);
  });

  test('can be forgotten with all of its data, and starts over on Home', async ({ page, expectSentence }) => {
    await saveLenovo(page);
    const user = await page.evaluate(() => sessionStorage.getItem('demo-user-id'));
    await page.evaluate(() => localStorage.setItem('recent-lookups', '[]'));
    await openTab(page, 'This browser');
    await press(page, 'Forget this browser');
    const confirm = page.getByRole('alertdialog');
    await expectSentence(confirm, 'your vendor keys: Lenovo');
    await expectSentence(confirm, 'your recovery code');
    await expect(confirm.getByRole('button', { name: 'Delete everything' })).toBeDisabled();
    await confirm.getByRole('checkbox', { name: 'Permanently delete all of this data' }).click();
    await press(confirm, 'Delete everything');
    await expect(page).toHaveURL('/');
    await expect(page.getByText('Your data is being deleted').first()).toBeVisible();
    await expectSentence(page, 'Configure additional vendor keys to enable more lookups');
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('demo-user-id'))).not.toBe(user);
    expect(await page.evaluate(() => localStorage.getItem('recent-lookups'))).toBeNull();
  });
});
