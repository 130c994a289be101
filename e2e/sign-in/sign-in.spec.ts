import type { Page } from '@playwright/test';
import { hold } from '../support/calls.ts';
import { button, press } from '../support/controls.ts';
import { expect } from '../support/fixtures.ts';
import { addDevice, endSignIn, joinByLink, signIn, withSignIn } from '../support/sign-in.ts';

const test = withSignIn('sign_in', 'optional');
// One server for all tests of this file.
test.describe.configure({ mode: 'default' });

const withPasskey = 'Sign in with a passkey';
const alert = (page: Page) => page.getByRole('alert');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a passkey signs in, and the page that was asked for opens', async ({ page, own, expectAccessible }) => {
  const device = await addDevice(page);
  await joinByLink(page, await own.createOrganization('Contoso', 'contoso'), 'Anna');
  await endSignIn(page);

  await page.goto('/o/contoso/bulk-lookup?tab=list');
  await expect(page).toHaveURL(/\/sign-in\?to=/);
  await press(page, withPasskey);
  await expect(page).toHaveURL('/o/contoso/bulk-lookup?tab=list');
  await endSignIn(page);
  await signIn(page, '/individual-lookup');
  await expect(page).toHaveURL('/o/contoso/individual-lookup');

  // Someone who is signed in can sign in again.
  await page.goto('/sign-in?to=//evil.example');
  await device.recognize(false);
  await press(page, withPasskey);
  await expect(alert(page)).toContainText('was canceled, or took too long');
  await expectAccessible(page);
  await device.recognize(true);
  await page.route('**/api/auth/passkey', (route) => route.abort());
  await press(page, withPasskey);
  await expect(alert(page)).toContainText('The server did not answer.');
  await page.unroute('**/api/auth/passkey');
  await press(page, withPasskey);
  await expect(page).toHaveURL('/o/contoso/');

  await page.route('**/api/auth/session', (route) =>
    route.fulfill({ json: { userId: 'user-1', person: { id: '1', name: 'Anna' }, organizations: [] } }),
  );
  await page.goto('/sign-in');
  await press(page, withPasskey);
  await expect(page.getByText('You are signed in as Anna. Ask an admin for a link.')).toBeVisible();
  await expect(heading(page)).toBeFocused();
  await expectAccessible(page);
  await press(page, 'Sign out');
  await expect(button(page, withPasskey)).toBeVisible();
});

test('a sign-in that has ended says so, and one can go on without', async ({ page, own }) => {
  await addDevice(page);
  await joinByLink(page, await own.createOrganization('Fabrikam', 'fabrikam'), 'Bert');
  await own.run('suspend-person', await own.personNamed('Bert'));
  await page.goto('/bulk-lookup');
  await expect(page.getByText('Your sign-in has ended. Sign in again.')).toBeVisible();
  await press(page, withPasskey);
  await expect(alert(page)).toContainText('This passkey was not accepted.');
  await press(page, 'Continue without signing in');
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Active vendors')).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL('/');
});

test('the page works with the keyboard alone', async ({
  page,
  expectAccessible,
  expectAccessibleEverywhere,
}) => {
  await page.goto('/sign-in?ended=&to=%2Fo%2Fcontoso%2F');
  await expect(heading(page)).toBeFocused();
  await expect(page).toHaveTitle('Sign in · IT Warranty Lookup');
  await expectAccessibleEverywhere(page, 'sign in');
  const release = await hold(page, '**/api/auth/passkey/options', {
    status: 503,
    json: { error: 'Out of order.' },
  });
  await page.keyboard.press('Tab');
  await expect(button(page, withPasskey)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('Waiting for your device...');
  await expectAccessible(page);
  release();
  await expect(alert(page)).toHaveText('Out of order.');
  await expect(button(page, withPasskey)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});

const config = '**/api/config';

test('where passkeys cannot work, the page says why', async ({ page, expectAccessible }) => {
  await page.route(config, (route) =>
    route.fulfill({
      json: {
        demo: true,
        signIn: { mode: 'required', url: 'https://warranty.example', passkeys: true, provider: null },
      },
    }),
  );
  await page.goto('/sign-in?to=/bulk-lookup');
  await expect(page.getByText('Open https://warranty.example to use passkeys.')).toBeVisible();
  const open = page.getByRole('link', { name: 'Open warranty.example' });
  await expect(open).toHaveAttribute('href', 'https://warranty.example/sign-in?to=/bulk-lookup');
  await expect(button(page, withPasskey)).toHaveCount(0);
  await expectAccessible(page);

  await page.unroute(config);
  await page.addInitScript(() => Reflect.deleteProperty(PublicKeyCredential, 'parseRequestOptionsFromJSON'));
  await page.reload();
  await expect(page.getByText('This browser is too old for passkeys.')).toBeVisible();
});

test('a server without sign-in, and one that does not answer', async ({ page, expectAccessible }) => {
  await page.route(config, (route) => route.fulfill({ json: { demo: true } }));
  await page.goto('/sign-in');
  await expect(page.getByText('People cannot sign in to this server.')).toBeVisible();
  await expectAccessible(page);
  await page.unroute(config);
  await page.route(config, (route) => route.abort());
  await page.reload();
  await expect(alert(page)).toContainText('The server did not answer.');
  await page.unroute(config);
  await press(page, 'Try again');
  await expect(button(page, withPasskey)).toBeVisible();
});
