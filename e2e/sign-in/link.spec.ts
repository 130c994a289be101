import type { Page } from '@playwright/test';
import { button, press } from '../support/controls.ts';
import { expect } from '../support/fixtures.ts';
import { addDevice, endSignIn, invite, joinByLink, signIn, withSignIn } from '../support/sign-in.ts';

// The server lets a network inspect 20 links an hour: each page of a link counts.
const test = withSignIn('links', 'required');
// One server for all tests of this file.
test.describe.configure({ mode: 'default' });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Your name' });
const alert = (page: Page) => page.getByRole('alert');

/** Everything that this browser stores where scripts can read it, and the address. */
const traces = (page: Page): Promise<string> =>
  page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href]),
  );

test('the first admin joins with a new passkey, with the keyboard alone', async ({
  page,
  own,
  expectAccessible,
  expectAccessibleEverywhere,
}) => {
  const device = await addDevice(page);
  const link = await own.createOrganization('Contoso', 'contoso');
  const secret = link.slice(link.indexOf('#') + 1);
  await page.goto(link);
  await expect(heading(page)).toHaveText('Join Contoso as an admin');
  await expect(heading(page)).toBeFocused();
  await expectAccessibleEverywhere(page, 'join');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter your name')).toBeVisible();
  await expect(nameField(page)).toBeFocused();
  await page.keyboard.type('Anna');
  await device.recognize(false);
  await page.keyboard.press('Enter');
  await expect(alert(page)).toContainText('was canceled, or took too long');
  await expectAccessible(page);
  await device.recognize(true);
  await nameField(page).press('Enter');
  await expect(page).toHaveURL('/o/contoso/');
  expect(await device.countPasskeys()).toBe(1);
  await page.reload();
  expect(await traces(page)).not.toContain(secret.slice(4));

  await page.goto(link);
  await expect(heading(page)).toHaveText('This link no longer works');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(page).toHaveURL('/o/contoso/');
  const invitation = await invite(page, 'viewer');
  await page.goto(invitation);
  await expect(page.getByText('Invited by Anna. As a viewer you can look up devices')).toBeVisible();
  await press(page, 'Join as Anna');
  await expect(heading(page)).toHaveText('You are already in Contoso');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open Contoso' }).click();
  await expect(page).toHaveURL('/o/contoso/');
  await page.goto(invitation);
  await press(page, 'Sign out');
  await expect(nameField(page)).toBeVisible();
});

test('a wrong link is refused without a call', async ({ page }) => {
  await page.goto('/link');
  await expect(heading(page)).toHaveText('This link no longer works');
  await page.goto('/link#wll_wrong');
  await expect(heading(page)).toHaveText('This link no longer works');
  await expect(page.getByText('Ask for a new one.')).toBeVisible();
});

test('a person joins another organization with one click, or signs in for it', async ({
  page,
  own,
  expectAccessible,
}) => {
  const device = await addDevice(page);
  await joinByLink(page, await own.createOrganization('Fabrikam', 'fabrikam'), 'Bert');
  await page.goto(await own.createOrganization('Litware', 'litware'));
  await expect(button(page, 'Join as Bert')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Join as Bert');
  await expect(page).toHaveURL('/o/litware/');

  await endSignIn(page);
  await page.goto(await own.createOrganization('Tailspin', 'tailspin'));
  await press(page, 'Sign in');
  await expect(page).toHaveURL('/o/tailspin/');
  expect(await device.countPasskeys()).toBe(1);
});

test('a link replaces a passkey that was lost', async ({
  page,
  own,
  expectAccessible,
  expectAccessibleEverywhere,
}) => {
  const device = await addDevice(page);
  await joinByLink(page, await own.createOrganization('Wingtip', 'wingtip'), 'Dora');
  await endSignIn(page);
  await device.loseAll();

  const link = await own.createSignInLink('Dora');
  await page.goto(link);
  await expect(heading(page)).toHaveText('Sign in as Dora');
  await expectAccessible(page);
  await press(page, 'Sign in as Dora');
  await expect(heading(page)).toHaveText('Add a passkey to this device');
  await expect(heading(page)).toBeFocused();
  expect(page.url()).not.toContain('wll_');
  await expectAccessibleEverywhere(page, 'add a passkey');
  await press(page, 'Add a passkey');
  await expect(page).toHaveURL('/o/wingtip/');
  expect(await device.countPasskeys()).toBe(1);
  await endSignIn(page);
  await signIn(page, '/bulk-lookup');
  await expect(page).toHaveURL('/o/wingtip/bulk-lookup');
});

test('a link that cannot be read now can be read again', async ({ page }) => {
  const inspect = '**/api/links/inspect';
  await page.route(inspect, (route) => route.fulfill({ status: 429, json: { error: 'Too many requests.' } }));
  await page.goto('/link#wll_any');
  await expect(alert(page)).toHaveText('Too many requests.');
  await page.unroute(inspect);
  await page.route(inspect, (route) => route.abort());
  await press(page, 'Try again');
  await expect(alert(page)).toContainText('The server did not answer.');
  await page.unroute(inspect);
  await press(page, 'Try again');
  await expect(heading(page)).toHaveText('This link no longer works');
});
