import type { Page } from '@playwright/test';
import { sampleTag } from '../bulk-lookup/bulk-lookup.page.ts';
import { download, press } from '../support/controls.ts';
import { expect } from '../support/fixtures.ts';
import { addDevice, type Device, endSignIn, joinByLink, signIn, withSignIn } from '../support/sign-in.ts';
import {
  changeRole,
  fileButton,
  inviteWithPage,
  lookUpIn,
  openBrowser,
  openBulkLookup,
  openMenu,
  recentLookups,
  removeMember,
  runFile,
  runNamed,
  runs,
} from './journey.page.ts';

const test = withSignIn('journey', 'required');
// One story: each test continues where the one before it ended.
test.describe.configure({ mode: 'serial' });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const onlyMembers = 'Only members and admins can do this. Admin: Anna.';

let anna: Page;
let annasDevice: Device;
/** The other organization of Anna. */
let secondTab: Page;
let bert: Page;

test.beforeAll(async ({ browser, own }) => {
  anna = await openBrowser(browser, own.url);
  annasDevice = await addDevice(anna);
  secondTab = await anna.context().newPage();
  bert = await openBrowser(browser, own.url);
  await addDevice(bert);
});

test.afterAll(async () => {
  for (const page of [anna, bert]) await page.context().close();
});

test('an admin invites a viewer, who sees the runs of the organization', async ({ own }) => {
  await joinByLink(anna, await own.createOrganization('Contoso', 'contoso'), 'Anna');
  await anna.goto('/o/contoso/organization');
  const link = await inviteWithPage(anna, 'Bert, help desk', 'Viewer');
  await expect(anna.getByText('wll_')).toHaveCount(0);
  await openBulkLookup(anna, 'contoso');
  await runFile(anna, 'laptops.csv');

  await joinByLink(bert, link, 'Bert');
  await openBulkLookup(bert, 'contoso');
  await expect(bert.getByText(onlyMembers).first()).toBeVisible();
  await expect(fileButton(bert)).toBeDisabled();
  await expect(bert.locator('input[type=file]')).toBeDisabled();
  await expect(runNamed(bert, 'laptops.csv')).toContainText('Anna');
  await runNamed(bert, 'laptops.csv').click();
  await expect(bert.getByText(/^Started .* by Anna\./)).toBeVisible();
});

test('a viewer who becomes a member can start a run', async () => {
  await anna.goto('/o/contoso/organization');
  await changeRole(anna, 'Bert', 'Member also');
  await bert.reload();
  await expect(fileButton(bert)).toBeEnabled();
  await expect(bert.getByText(onlyMembers)).toHaveCount(0);
  await runFile(bert, 'printers.csv');
  await openBulkLookup(anna, 'contoso');
  await expect(runNamed(anna, 'printers.csv')).toContainText('Bert');
});

test('two tabs show two organizations', async ({ own }) => {
  await secondTab.goto(await own.createOrganization('Fabrikam', 'fabrikam'));
  await press(secondTab, 'Join as Anna');
  await expect(secondTab).toHaveURL('/o/fabrikam/');
  await openBulkLookup(secondTab, 'fabrikam');
  await runFile(secondTab, 'monitors.csv');
  for (const [page, organization, own, foreign] of [
    [anna, 'contoso', 'laptops.csv', 'monitors.csv'],
    [secondTab, 'fabrikam', 'monitors.csv', 'laptops.csv'],
  ] as const) {
    await openBulkLookup(page, organization);
    await runNamed(page, own).click();
    await expect(runNamed(page, foreign)).toHaveCount(0);
    const link = page.getByRole('link', { name: 'Download results' });
    await expect(link).toHaveAttribute('href', new RegExp(`[?&]organization=${organization}$`));
    expect((await download(page, () => link.click())).text).toContain(sampleTag(1));
  }

  await lookUpIn(anna, 'contoso', sampleTag(1));
  await lookUpIn(secondTab, 'fabrikam', sampleTag(2));
  await expect(recentLookups(secondTab).getByText(sampleTag(1))).toHaveCount(0);
  await anna.reload();
  await expect(recentLookups(anna).getByText(sampleTag(1))).toBeVisible();
  await expect(recentLookups(anna).getByText(sampleTag(2))).toHaveCount(0);
});

test('the menu switches between organizations', async () => {
  await (await openMenu(anna, 'Contoso')).getByRole('link', { name: 'Fabrikam' }).click();
  await expect(anna).toHaveURL('/o/fabrikam/');
  await (await openMenu(anna, 'Fabrikam')).getByRole('link', { name: 'Contoso' }).click();
  await expect(anna).toHaveURL('/o/contoso/');
});

test('an organization that a person is not in looks like one that does not exist', async () => {
  for (const foreign of ['fabrikam', 'unknown']) {
    await bert.goto(`/o/${foreign}/bulk-lookup`);
    await expect(bert.getByText(`You are not in “${foreign}”`)).toBeVisible();
    await expect(runs(bert)).toHaveCount(0);
  }
  const own = bert.getByRole('region', { name: 'Your organizations' }).getByRole('link');
  await expect(own).toHaveText(/^Contoso/);
  await own.click();
  await expect(bert).toHaveURL('/o/contoso/');
});

test('a member who is removed is told so', async () => {
  await openBulkLookup(bert, 'contoso');
  await expect(runs(bert)).toBeVisible();
  await anna.goto('/o/contoso/organization');
  await removeMember(anna, 'Bert');
  await press(runs(bert), 'Refresh');
  await expect(bert.getByText('You are no longer in this organization.')).toBeVisible();
  await press(bert, 'Reload the page');
  await expect(bert.getByText('You are not in “contoso”')).toBeVisible();
  await expect(runs(bert)).toHaveCount(0);
  await bert.goto('/');
  await expect(bert.getByText('You are not in an organization yet')).toBeVisible();
});

test('a link of the operator replaces a passkey that was lost', async ({ own }) => {
  await endSignIn(anna);
  await annasDevice.loseAll();
  await anna.goto(await own.createSignInLink('Anna'));
  await press(anna, 'Sign in as Anna');
  await press(anna, 'Add a passkey');
  await expect(anna).toHaveURL('/o/contoso/');
  await endSignIn(anna);
  await signIn(anna);
  await expect(anna).toHaveURL('/o/contoso/');
});

test('who signs out in one tab is signed out in the other', async () => {
  await openBulkLookup(secondTab, 'fabrikam');
  await expect(runs(secondTab)).toBeVisible();
  await press(await openMenu(anna, 'Contoso'), 'Sign out');
  await expect(heading(anna)).toHaveText('Sign in');
  await press(runs(secondTab), 'Refresh');
  await expect(secondTab.getByText('Your sign-in has ended.')).toBeVisible();
  await press(secondTab, 'Sign in again');
  await expect(secondTab).toHaveURL(/\/sign-in\?to=%2Fo%2Ffabrikam%2Fbulk-lookup/);

  await anna.goto('/');
  await expect(anna).toHaveURL('/sign-in?to=%2F');
  await press(anna, 'Sign in with a passkey');
  await expect(anna).toHaveURL('/o/contoso/');
  await expect(anna.getByRole('button', { name: /^Contoso/ })).toBeVisible();
  // Without signing out, the browser knows which organization was used last.
  await endSignIn(anna);
  await anna.goto('/individual-lookup');
  await expect(anna).toHaveURL('/sign-in?to=%2Fo%2Fcontoso%2Findividual-lookup');
  await press(anna, 'Sign in with a passkey');
  await expect(anna).toHaveURL('/o/contoso/individual-lookup');
});
