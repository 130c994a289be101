import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Scope, scopeLabels, scopes } from '@warranty/contracts/access';
import { countRequests } from '../support/calls.ts';
import { chooseOption, dialog, press, readClipboard } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  callAsApplication,
  card,
  closeReveal,
  generate,
  nameField,
  open,
  path,
  reveal,
  revealedToken,
  switchOf,
  withToken,
} from './access-tokens.page.ts';

const run = promisify(execFile);
const day = 24 * 60 * 60 * 1000;

/** The date format of the page, in this machine's time zone, which is also the browser's. */
function written(date: Date): string {
  const month = date.toLocaleString('en-US', { month: 'short' });
  return `${date.getDate()} ${month} ${date.getFullYear()}`;
}

test.describe('External API Access', () => {
  test('has two tabs that are part of the URL', async ({ page, expectSentence }) => {
    await page.goto(path);
    await expect(page).toHaveTitle('External API Access · IT Warranty Lookup');
    const main = page.getByRole('main');
    await expectSentence(main, ['Back to Home', 'External API Access', 'Access Tokens', 'API Testing']);
    await expect(page.getByRole('tab', { name: 'Access Tokens' })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('tab', { name: 'API Testing' }).click();
    await expect(page).toHaveURL(`${path}?tab=testing`);
    await expectSentence(main, 'API key testing');
    await page.reload();
    await expect(page.getByRole('tab', { name: 'API Testing' })).toHaveAttribute('aria-selected', 'true');
    await page.goto(`${path}?tab=other`);
    await expect(page.getByRole('tab', { name: 'Access Tokens' })).toHaveAttribute('aria-selected', 'true');
  });

  test('explains what tokens are for and how to use one', async ({ page, baseURL, expectSentence }) => {
    await open(page);
    const main = page.getByRole('main');
    await expectSentence(main, ['Generate New Token', 'Refresh', 'No tokens yet', 'Use a token']);
    await expect(main.getByText(`curl -sS ${baseURL}/api/warranty/lookup`)).toBeVisible();
    await expect(main.getByText("-H 'Authorization: Bearer YOUR_TOKEN'")).toBeVisible();
    await main.getByRole('link', { name: 'API reference' }).click();
    await expect(page).toHaveURL('/api/docs');
  });
});

test.describe('an access token', () => {
  test('requires a name', async ({ page, expectSentence }) => {
    const calls = countRequests(
      page,
      (request) => request.method() === 'POST' && request.url().endsWith('/api/external-tokens'),
    );
    await open(page);
    await press(page, 'Generate New Token');
    await expect(nameField(page)).toBeFocused();
    await expectSentence(dialog(page), [
      'Generate New Token',
      'Token name',
      'Expires',
      'Never',
      'Cancel',
      'Generate',
    ]);
    await nameField(page).fill('   ');
    await press(dialog(page), 'Generate');
    await expectSentence(dialog(page), 'Please enter a token name');
    await expect(nameField(page)).toBeFocused();
    await nameField(page).fill('A');
    await expect(dialog(page).getByText('Please enter a token name')).toHaveCount(0);
    expect(calls.made).toBe(0);
    await press(dialog(page), 'Cancel');
    await expect(page.getByRole('button', { name: 'Generate New Token' })).toBeFocused();
    await expect(page.getByText('No tokens yet')).toBeVisible();
  });

  test('is shown once, works with the example command, and its usage is counted', async ({
    page,
    request,
    expectSentence,
  }) => {
    await open(page);
    const token = await generate(page, 'Nightly sync');
    await expectSentence(reveal(page), 'Copy it now. It won’t be shown again');
    const command = (await reveal(page).locator('pre').textContent()) ?? '';
    const { stdout } = await run('sh', ['-c', command]);
    expect(JSON.parse(stdout)).toMatchObject({ manufacturer: 'Dell', source: { vendor: 'Dell' } });
    expect(await callAsApplication(request, token)).toBe(200);

    await press(reveal(page), 'I have copied it');
    const code = page.getByRole('dialog', { name: 'Your recovery code' });
    await expectSentence(code, 'You created your first token.', { exact: false });
    await expect(code.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){6}$/)).toBeVisible();
    await press(code, 'Saved it');
    await expect(page.getByRole('button', { name: 'Generate New Token' })).toBeFocused();

    const made = card(page, 'Nightly sync');
    await expectSentence(made, ['Active', 'Usage', 'Last used', 'Created', 'Expires']);
    await expect(made.getByText(`${token.slice(0, 8)}...${token.slice(-4)}`, { exact: true })).toBeVisible();
    await expect(made).toContainText(`Created${written(new Date())}`);
    await expect(made).toContainText('Expiresnever');
    expect(await page.content()).not.toContain(token);

    // Usage is written with a delay.
    await expect(async () => {
      await press(page, 'Refresh');
      await expect(made).toContainText('2 requests', { timeout: 2000 });
    }).toPass();
    await expect(made).toContainText(/Last used(just now|\d minutes? ago)/);
    await page.reload();
    await expect(made).toBeVisible();
    expect(await page.content()).not.toContain(token);
  });

  test('can be copied, also in an example command, until its dialog is closed', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => readClipboard(page);
    await open(page);
    const token = await generate(page, 'Copied');
    await press(reveal(page), 'Copy token');
    await expect(reveal(page).getByRole('button', { name: 'Copied', exact: true })).toBeVisible();
    expect(await copied()).toBe(token);
    await press(reveal(page), 'Copy curl example');
    await expect.poll(copied).toContain(`-H 'Authorization: Bearer ${token}'`);
    await closeReveal(page);

    // The stored hint is not a usable token, so there is nothing to copy.
    await expect(card(page, 'Copied')).toContainText(`${token.slice(0, 8)}...${token.slice(-4)}`);
    await expect(card(page, 'Copied').getByRole('button', { name: /copy/i })).toHaveCount(0);
  });

  test('is rejected while it is switched off, and permanently after it is revoked', async ({
    page,
    request,
    expectSentence,
  }) => {
    const token = await withToken(page, 'Help desk');
    expect(await callAsApplication(request, token)).toBe(200);
    await switchOf(page, 'Help desk').click();
    await expectSentence(card(page, 'Help desk'), 'Inactive');
    expect(await callAsApplication(request, token)).toBe(401);
    await page.reload();
    await expect(switchOf(page, 'Help desk')).not.toBeChecked();
    await switchOf(page, 'Help desk').click();
    await expectSentence(card(page, 'Help desk'), 'Active');
    expect(await callAsApplication(request, token)).toBe(200);

    await press(page, 'Revoke Help desk');
    const confirm = page.getByRole('alertdialog', { name: 'Revoke Help desk?' });
    await press(confirm, 'Cancel');
    await expect(page.getByRole('button', { name: 'Revoke Help desk' })).toBeFocused();
    await press(page, 'Revoke Help desk');
    await press(confirm, 'Revoke');
    await expectSentence(page, 'Token revoked.');
    await expect(card(page, 'Help desk')).toHaveCount(0);
    await expect(page.getByText('No tokens yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Generate New Token' })).toBeFocused();
    expect(await callAsApplication(request, token)).toBe(401);
  });

  test('may do what was ticked, and says so', async ({ page, request }) => {
    await open(page);
    await press(page, 'Generate New Token');
    const box = (scope: string) => dialog(page).getByRole('checkbox', { name: scopeLabels[scope as Scope] });
    for (const scope of scopes) await expect(box(scope)).toBeChecked({ checked: scope !== 'runs:write' });
    await expect(dialog(page)).toContainText('Reads and looks up, and changes nothing.');
    for (const scope of ['lookup', 'runs:read', 'discoveries:read']) await box(scope).click();
    await nameField(page).fill('Uploader');
    await press(dialog(page), 'Generate');
    await expect(dialog(page).getByText('Choose at least one')).toBeVisible();
    await expect(box('lookup')).toBeFocused();
    await box('runs:write').click();
    await expect(dialog(page).getByText('Choose at least one')).toHaveCount(0);
    await press(dialog(page), 'Generate');
    const token = await revealedToken(page);
    // The example is a lookup.
    await expect(reveal(page).getByText('Try it')).toHaveCount(0);
    await closeReveal(page);
    await expect(card(page, 'Uploader')).toContainText('May change runs');
    expect(await callAsApplication(request, token)).toBe(403);
  });

  test('keeps working after it is renamed', async ({ page, request, expectSentence }) => {
    const token = await withToken(page, 'Old name');
    await press(page, 'Rename Old name');
    await expect(nameField(page)).toHaveValue('Old name');
    await nameField(page).fill(' ');
    await press(dialog(page), 'Rename');
    await expectSentence(dialog(page), 'Please enter a token name');
    await nameField(page).fill('  <b>New</b> name ');
    await press(dialog(page), 'Rename');
    await expectSentence(page, 'Token renamed.');
    await expect(card(page, '<b>New</b> name')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Rename <b>New</b> name' })).toBeFocused();
    expect(await callAsApplication(request, token)).toBe(200);
  });

  test('is visible only in the browser that created it', async ({ page, openElsewhere }) => {
    await withToken(page, 'Mine');
    const other = await openElsewhere();
    await open(other);
    await expect(other.getByText('No tokens yet')).toBeVisible();
  });
});

test.describe('an expiry date', () => {
  test('can be chosen, validated and displayed', async ({ page, expectSentence }) => {
    await open(page);
    await press(page, 'Generate New Token');
    await nameField(page).fill('For a quarter');
    await chooseOption(page, 'Expires', 'In 90 days');
    const quarter = written(new Date(Date.now() + 90 * day));
    await expect(dialog(page)).toContainText(`The token works until ${quarter}.`);
    await press(dialog(page), 'Generate');
    await expect(reveal(page)).toContainText(`“For a quarter” is active until ${quarter}.`);
    await closeReveal(page);
    await expect(card(page, 'For a quarter')).toContainText(`Expires${quarter}`);

    await press(page, 'Generate New Token');
    await nameField(page).fill('For this week');
    await chooseOption(page, 'Expires', 'On a custom date');
    await press(dialog(page), 'Generate');
    await expectSentence(dialog(page), 'Please choose a date');
    const lastDay = dialog(page).getByLabel('Last day');
    await expect(lastDay).toBeFocused();
    await lastDay.fill('2020-01-31');
    await press(dialog(page), 'Generate');
    await expectSentence(dialog(page), 'The expiry date is in the past. Choose a later date.');
    const week = new Date(Date.now() + 6 * day);
    await lastDay.fill(week.toLocaleDateString('sv'));
    await press(dialog(page), 'Generate');
    await revealedToken(page);
    await closeReveal(page);
    await expect(card(page, 'For this week')).toContainText(`Expires${written(week)}`);
    await expect(card(page, 'For this week')).toContainText(/Expires in 6 days/);
  });

  test('disables the token when it passes', async ({ page, request, baseURL, expectSentence }) => {
    await open(page);
    const created = await page.request.post('/api/external-tokens', {
      headers: { origin: baseURL ?? '' },
      data: { tokenName: 'Short', expiresAt: new Date(Date.now() + 3000).toISOString() },
    });
    const { rawToken } = (await created.json()) as { rawToken: string };
    expect(await callAsApplication(request, rawToken)).toBe(200);
    await expect.poll(() => callAsApplication(request, rawToken)).toBe(401);
    await press(page, 'Refresh');
    await expectSentence(card(page, 'Short'), 'Expired');
    await expect(switchOf(page, 'Short')).toBeDisabled();
    await expect(switchOf(page, 'Short')).not.toBeChecked();
  });
});

test('access tokens can be managed with the keyboard alone', async ({ page }) => {
  await open(page);
  const focused = page.locator(':focus');
  const tabTo = async (name: string) => {
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(focused).toHaveAccessibleName(name, { timeout: 500 });
    }).toPass();
  };
  await page.getByRole('tab', { name: 'Access Tokens' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(`${path}?tab=testing`);
  await page.keyboard.press('ArrowLeft');
  await tabTo('Generate New Token');
  await page.keyboard.press('Enter');
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  const token = await revealedToken(page);
  await expect(focused).toHaveAccessibleName('Copy token');
  // The token is shown only once, so only its confirmation button closes the dialog.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(focused).toHaveAccessibleName('I have copied it');
  await page.keyboard.press('Enter');
  await expect(focused).toHaveAccessibleName('Copy code');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(focused).toHaveAccessibleName('Saved it');
  await page.keyboard.press('Enter');
  await expect(focused).toHaveAccessibleName('Generate New Token');
  await tabTo('By keyboard is active');
  await page.keyboard.press('Space');
  await expect(card(page, 'By keyboard')).toContainText('Inactive');
  await expect(switchOf(page, 'By keyboard')).toBeFocused();
  await tabTo('Rename By keyboard');
  await page.keyboard.press('Enter');
  await expect(focused).toHaveAccessibleName('Token name');
  await page.keyboard.press('Escape');
  await expect(focused).toHaveAccessibleName('Rename By keyboard');
  await tabTo('Revoke By keyboard');
  await page.keyboard.press('Enter');
  await tabTo('Revoke');
  await page.keyboard.press('Enter');
  await expect(card(page, 'By keyboard')).toHaveCount(0);
  expect(await page.content()).not.toContain(token);
});
