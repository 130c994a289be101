import { createHash, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import { browserPath } from '../vendor-keys/vendor-keys.page.ts';

const userOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('demo-user-id'));
const rows = (page: Page) => page.getByRole('list', { name: 'Browser sessions' }).getByRole('listitem');

/** Adds a session of this page's user, as another browser would have it. Returns its cookie. */
async function addSession(page: Page, browser: string, daysUnused: number): Promise<string> {
  await expect.poll(() => userOf(page)).not.toBeNull();
  const token = randomBytes(32).toString('base64url');
  const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL ?? '' });
  await client.connect();
  await client.query(
    `insert into sessions (token_hash, owner, browser, created_at, last_used_at)
     select $1, id, $3, now() - interval '20 days', now() - $4 * interval '1 day' from users where username = $2`,
    [createHash('sha256').update(token).digest(), await userOf(page), browser, daysUnused],
  );
  await client.end();
  return `warranty_sid=${token}`;
}

async function statusOf(baseURL: string | undefined, cookie: string): Promise<number> {
  return (await fetch(`${baseURL}/api/auth/session`, { headers: { cookie } })).status;
}

test.describe('browser sessions', () => {
  test('are listed, and ended one by one or all at once', async ({ page, baseURL }) => {
    await page.goto(browserPath);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('Chrome on Linux');
    await expect(rows(page)).toContainText('This browser');
    await expect(rows(page)).toContainText('Started just now, in use now');
    await expect(page.getByRole('button', { name: 'End all others' })).toHaveCount(0);
    await expect(rows(page).getByRole('button')).toHaveCount(0);

    const phone = await addSession(page, 'Safari on iPhone', 3);
    const others = [
      await addSession(page, 'Edge on Windows', 1),
      await addSession(page, 'Firefox on Linux', 2),
    ];
    await press(page.getByRole('region', { name: 'Browser sessions' }), 'Refresh');
    await expect(rows(page)).toHaveCount(4);
    await expect(rows(page).first()).toContainText('This browser');
    await expect(rows(page).last()).toContainText('Started 20 days ago, last used 3 days ago');

    await press(page, 'End the session of Safari on iPhone');
    const confirm = page.getByRole('alertdialog');
    await press(confirm, 'Cancel');
    await expect(page.getByRole('button', { name: 'End the session of Safari on iPhone' })).toBeFocused();
    expect(await statusOf(baseURL, phone)).toBe(200);
    await page.keyboard.press('Enter');
    await press(confirm, 'End session');
    await expect(page.getByText('Session ended.').first()).toBeVisible();
    await expect(rows(page)).toHaveCount(3);
    expect(await statusOf(baseURL, phone)).toBe(401);
    for (const other of others) expect(await statusOf(baseURL, other)).toBe(200);

    await press(page, 'End all others');
    await press(confirm, 'End all others');
    await expect(page.getByText('2 sessions ended.').first()).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    for (const other of others) expect(await statusOf(baseURL, other)).toBe(401);
    const user = await userOf(page);
    await page.reload();
    await expect(rows(page)).toHaveCount(1);
    expect(await userOf(page)).toBe(user);
  });

  test('that cannot be loaded or ended show why', async ({ page }) => {
    await page.route('**/api/auth/sessions*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(browserPath);
    const section = page.getByRole('region', { name: 'Browser sessions' });
    await expect(section.getByText('Failed to load browser sessions.')).toBeVisible();
    await page.unroute('**/api/auth/sessions*');
    await press(section, 'Try again');
    await expect(rows(page)).toHaveCount(1);
    await addSession(page, 'Edge on Windows', 1);
    await press(section, 'Refresh');
    await page.route('**/api/auth/sessions/*', (route) => route.abort());
    await press(page, 'End the session of Edge on Windows');
    await press(page.getByRole('alertdialog'), 'End session');
    await expect(page.getByRole('alertdialog').getByText('Failed to end the session.')).toBeVisible();
  });
});

test('accessibility of browser sessions: has no violations in any state', async ({
  page,
  expectAccessibleEverywhere,
}) => {
  test.slow();
  await page.goto(browserPath);
  await addSession(page, 'Samsung Internet on Android', 1);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expectAccessibleEverywhere(page, 'two sessions');
  await press(page, 'End all others');
  await expectAccessibleEverywhere(page, 'end all others');
});
