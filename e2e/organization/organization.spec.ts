import { button, chooseOption, dialog, press, readClipboard } from '../support/controls.ts';
import { expect } from '../support/fixtures.ts';
import { callFrom, signIn, withSignIn } from '../support/sign-in.ts';
import { addMember, addressOf, openAsAdmin, row, rows, section } from './organization.page.ts';

const test = withSignIn('organization', 'required');
// One server for all tests of this file.
test.describe.configure({ mode: 'default' });

const lastAdmin = 'An organization needs an admin. Make another member an admin first.';

test('an invitation is made with the keyboard, shows its link once, is listed and can be revoked', async ({
  page,
  context,
  own,
  expectAccessible,
  expectAccessibleEverywhere,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAsAdmin(page, own, 'Contoso', 'contoso');
  const alone = row(page, 'Members', 'Anna Admin');
  await expect(alone).toContainText('You');
  await expect(alone).toContainText(lastAdmin);
  await expect(button(alone, 'Leave Contoso')).toBeDisabled();
  await expect(page.getByRole('combobox', { name: 'Role of Anna Admin' })).toBeDisabled();
  await expect(page.getByRole('heading', { name: 'You are the only member' })).toBeVisible();
  await expectAccessible(page);

  await button(page, 'Invite').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Who is it for?' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('Please enter who it is for');
  await page.keyboard.type('Bert, help desk');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'Member' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: 'Viewer' })).toBeChecked();
  await expectAccessibleEverywhere(page, 'invite');
  await page.getByRole('textbox', { name: 'Who is it for?' }).press('Enter');
  await expect(dialog(page)).toContainText(
    'Works once, for 7 days. Send it yourself: this server sends no mail.',
  );
  await expect(button(page, 'Copy link')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => readClipboard(page)).toMatch(new RegExp(`^${own.url}/link#wll_`));
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeVisible();
  await press(page, 'I have copied it');
  await expect(button(page, 'Invite')).toBeFocused();

  const invitation = row(page, 'Open invitations', 'Bert, help desk');
  await expect(invitation).toContainText('Viewer');
  await expect(invitation).toContainText(/Invited by Anna Admin, expires in [67] days/);
  await expect(page.getByText('wll_')).toHaveCount(0);
  await expectAccessible(page);
  await press(page, 'Revoke the invitation for Bert, help desk');
  await press(page.getByRole('alertdialog'), 'Revoke');
  await expect(section(page, 'Open invitations')).toContainText('There are no open invitations.');
  await expect(button(page, 'Invite')).toBeFocused();
});

test('members: roles change, one is removed, the last admin stays, and one leaves', async ({
  page,
  own,
  openElsewhere,
  expectAccessible,
  expectAccessibleEverywhere,
}) => {
  test.slow();
  await openAsAdmin(page, own, 'Fabrikam', 'fabrikam');
  const other = await openElsewhere();
  await addMember(page, other, 'Bert Brown', 'viewer');
  // A viewer sees who may change something.
  await expect(other.getByText('Only admins can do this. Admin: Anna Admin.')).toBeVisible();
  await expect(button(other, 'Invite')).toBeDisabled();
  await expect(button(other, 'Remove Anna Admin')).toBeDisabled();
  await expect(button(other, 'Leave Fabrikam')).toBeEnabled();
  await expect(other.getByRole('combobox', { name: 'Role of Bert Brown' })).toBeDisabled();
  await expect(section(other, 'Open invitations')).toHaveCount(0);
  await expectAccessible(other);
  for (const tab of ['Activity', 'Settings']) {
    await other.getByRole('tab', { name: tab }).click();
    await expect(other.getByText('Only admins can do this. Admin: Anna Admin.')).toBeVisible();
    await expectAccessible(other);
  }
  await expect(other.getByRole('textbox', { name: 'Name' })).toBeDisabled();

  await press(section(page, 'Members'), 'Refresh');
  await expect(row(page, 'Members', 'Bert Brown')).toContainText('last sign-in just now');
  await expectAccessibleEverywhere(page, 'members for an admin');
  await chooseOption(page, 'Role of Bert Brown', 'Admin');
  await expect(page.getByText('Role changed to admin.').first()).toBeVisible();
  await expect(page.getByText(lastAdmin)).toHaveCount(0);

  // The own role is lowered only after a question.
  await chooseOption(page, 'Role of Anna Admin', 'Viewer');
  const confirm = page.getByRole('alertdialog');
  await expect(confirm).toContainText('You will no longer be able to start or change bulk runs');
  await expectAccessible(page);
  await press(confirm, 'Cancel');
  await expect(page.getByRole('combobox', { name: 'Role of Anna Admin' })).toHaveText('Admin');

  await other.reload();
  await callFrom(other, 'POST', '/api/external-tokens', { tokenName: 'Inventory' });
  await press(section(page, 'Members'), 'Refresh');
  await press(page, 'Remove Bert Brown');
  await expect(confirm).toContainText(
    'Bert Brown loses access now. 1 access token stops until an admin takes it over.',
  );
  await expectAccessible(page);
  await press(confirm, 'Remove');
  await expect(rows(page, 'Members')).toHaveCount(1);
  await expect(button(page, 'Invite')).toBeFocused();
  await expect(row(page, 'Members', 'Anna Admin')).toContainText(lastAdmin);

  const third = await openElsewhere();
  await third.context().clearCookies();
  await addMember(page, third, 'Carla', 'admin');
  await press(section(page, 'Members'), 'Refresh');
  await chooseOption(page, 'Role of Anna Admin', 'Member also');
  await press(confirm, 'Change my role');
  await expect(page.getByText('Only admins can do this. Admin: Carla.')).toBeVisible();
  await press(page, 'Leave Fabrikam');
  await expect(confirm).toContainText('You lose access to Fabrikam now');
  await press(confirm, 'Leave');
  await page.waitForURL(`${own.url}/`);
});

test('activity, usage and settings of an organization', async ({
  page,
  own,
  expectAccessible,
  expectAccessibleEverywhere,
}) => {
  test.slow();
  await openAsAdmin(page, own, 'Northwind', 'northwind');
  const tab = (name: string) => page.getByRole('tab', { name }).click();
  await tab('Activity');
  await expect(section(page, 'Activity').first()).toContainText('Anna Admin joined');
  await expectAccessibleEverywhere(page, 'activity');
  await tab('Usage');
  await expect(page.getByText('What Northwind uses on this server, compared with its limits.')).toBeVisible();
  await expect(rows(page, 'Usage').first()).toBeVisible();
  await expectAccessibleEverywhere(page, 'usage');

  await tab('Settings');
  await expect(button(page, 'Save')).toBeDisabled();
  await page.getByRole('textbox', { name: 'Name' }).fill('Northwind Traders');
  await press(page, 'Save');
  await expect(page.getByText('Organization changed.').first()).toBeVisible();
  await expect(page.getByRole('tablist', { name: 'Northwind Traders' })).toBeVisible();
  const handle = page.getByRole('textbox', { name: 'Handle' });
  await handle.fill('North wind');
  await press(page, 'Save');
  await expect(page.getByText('Start with a lower-case letter')).toBeVisible();
  await expect(handle).toBeFocused();
  await expectAccessibleEverywhere(page, 'settings with an error');
  await handle.fill('admin');
  await press(page, 'Save');
  const confirm = page.getByRole('alertdialog');
  await press(confirm, 'Change handle');
  await expect(confirm).toContainText('This handle is taken, was in use before, or is reserved.');
  await expectAccessible(page);
  await press(confirm, 'Cancel');
  await handle.fill('traders');
  await press(page, 'Save');
  await press(confirm, 'Change handle');
  await page.waitForURL(`**${addressOf('traders', 'settings')}`);
  await expect(handle).toHaveValue('traders');
});

test('your account: passkeys are added and deleted, other sessions end, and one signs out', async ({
  page,
  own,
  openElsewhere,
  expectAccessible,
  expectAccessibleEverywhere,
}) => {
  test.slow();
  const device = await openAsAdmin(page, own, 'Tailspin', 'tailspin');
  const other = await openElsewhere();
  await device.copyTo(other);
  await signIn(other);

  await page.goto('/o/tailspin/account');
  await expect(page.getByText('Signed in as')).toBeVisible();
  await expect(row(page, 'Organizations', 'Tailspin')).toContainText('You are an admin');
  await expect(rows(page, 'Passkeys')).toHaveCount(1);
  await expect(button(page, 'Delete the passkey Chrome on Linux')).toBeDisabled();
  await expect(page.getByText('Your only passkey cannot be deleted. Add another one first.')).toBeVisible();
  await expect(rows(page, 'Browser sessions')).toHaveCount(2);
  await expectAccessibleEverywhere(page, 'your account');

  await device.loseAll();
  await press(page, 'Add passkey');
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await name.fill('Phone');
  await expectAccessible(page);
  await press(page, 'Continue');
  await expect(rows(page, 'Passkeys')).toHaveCount(2);
  await expect(button(page, 'Add passkey')).toBeFocused();
  await expect(row(page, 'Passkeys', 'Phone')).toContainText('not used yet');

  // Long after the sign-in, deleting asks for the passkey again.
  await own.query("update sessions set created_at = now() - interval '1 hour'");
  await own.query("update passkeys set host = 'old.example.com' where name <> 'Phone'");
  await page.reload();
  await expect(row(page, 'Passkeys', 'Chrome on Linux')).toContainText('Works on another address');
  await press(page, 'Delete the passkey Chrome on Linux');
  await expectAccessible(page);
  await press(page.getByRole('alertdialog'), 'Delete');
  await expect(rows(page, 'Passkeys')).toHaveCount(1);
  await expect(row(page, 'Passkeys', 'Phone')).toContainText('last used just now');

  await press(section(page, 'Browser sessions'), 'Refresh');
  const old = rows(page, 'Browser sessions').filter({ hasNotText: 'This browser' });
  await expect(old).toHaveCount(1);
  await press(old, /^End the session/);
  await expect(page.getByRole('alertdialog')).toContainText('That browser is signed out immediately.');
  await press(page.getByRole('alertdialog'), 'End session');
  await expect(old).toHaveCount(0);
  await expect(callFrom(other, 'GET', '/api/auth/session')).rejects.toThrow('401');

  await press(page, 'Sign out');
  await page.waitForURL('**/sign-in');
  await expect(callFrom(page, 'GET', '/api/auth/session')).rejects.toThrow('401');
});
