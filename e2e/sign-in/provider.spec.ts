import type { Page } from '@playwright/test';
import { button, press } from '../support/controls.ts';
import { expect } from '../support/fixtures.ts';
import { callFrom, invite, withSignIn } from '../support/sign-in.ts';

const test = withSignIn('provider', 'required', { provider: true });
// One server for all tests of this file.
test.describe.configure({ mode: 'default' });

const alert = (page: Page) => page.getByRole('alert');
const withProvider = 'Sign in with Example ID';

/** On the pages of the provider. */
async function enter(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Who the page thinks is signed in. */
const nameOn = async (page: Page) =>
  (await callFrom<{ person: { name: string } }>(page, 'GET', '/api/auth/session')).person.name;

test('people join, come back and sign out with the provider', async ({
  page,
  openElsewhere,
  own,
  expectAccessibleEverywhere,
}) => {
  await page.goto(await own.createOrganization('Contoso', 'contoso'));
  await expect(button(page, 'Create a passkey and join')).toHaveCount(0);
  await expectAccessibleEverywhere(page, 'join with the provider');
  await press(page, 'Join with Example ID');
  await enter(page, 'anna');
  await expect(page).toHaveURL('/o/contoso/');
  expect(await nameOn(page)).toBe('Anna');

  const link = await invite(page, 'viewer');
  const other = await openElsewhere();
  await other.goto(link);
  await press(other, 'Join with Example ID');
  await enter(other, 'bert');
  await expect(other).toHaveURL('/o/contoso/');
  // The link is used up.
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();

  await page.goto('/o/contoso/account');
  await press(page, 'Sign out');
  await expect(page).toHaveURL('/sign-in?out');
  await expectAccessibleEverywhere(page, 'signed out here');
  await press(page, 'Also sign out of Example ID');
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page.getByText('Sign-out Success')).toBeVisible();

  await page.goto('/o/contoso/bulk-lookup?tab=list');
  await expect(page).toHaveURL(/\/sign-in\?to=/);
  await press(page, withProvider);
  // Asked for a name again: the provider has forgotten this browser.
  await enter(page, 'anna');
  await expect(page).toHaveURL('/o/contoso/bulk-lookup?tab=list');
  // The reply of the provider is in no address that the browser keeps.
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).not.toContain(
    'code=',
  );
});

test('who cancels there, or is in no organization, reads what to do', async ({ page, expectAccessible }) => {
  await page.goto('/sign-in');
  await press(page, withProvider);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(alert(page)).toContainText('did not let you in, or you canceled');
  await expect(page).toHaveURL('/sign-in/callback');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to the sign-in' }).click();

  await press(page, withProvider);
  await enter(page, 'clara');
  await expect(page.getByText('You are signed in as Clara. Ask an admin for a link.')).toBeVisible();
  await press(page, 'Sign out');
  await expect(button(page, withProvider)).toBeVisible();
});

test('the provider cannot be reached, and the page works with the keyboard alone', async ({
  page,
  expectAccessible,
}) => {
  await page.route('**/api/auth/provider', (route) =>
    route.fulfill({ status: 503, json: { error: 'The identity provider cannot be reached.' } }),
  );
  await page.goto('/sign-in');
  await expect(button(page, withProvider)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button(page, withProvider)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(alert(page)).toHaveText('The identity provider cannot be reached.');
  await expectAccessible(page);
  await page.unroute('**/api/auth/provider');
  await page.keyboard.press('Enter');
  await expect(page.getByPlaceholder('Enter any login')).toBeVisible();
});

test('a page of the provider that is opened by itself signs no one in', async ({ page }) => {
  await page.goto('/sign-in/callback?code=1&state=2');
  await expect(alert(page)).toContainText('That took too long. Start again.');
  await expect(page).toHaveURL('/sign-in/callback');
});
