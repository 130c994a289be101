import type { Page } from '@playwright/test';
import { download, press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import { activityPath, browserPath, openTab, saveLenovo } from '../vendor-keys/vendor-keys.page.ts';

const eventsCall = '**/api/audit-events*';
const section = (page: Page) => page.getByRole('region', { name: 'Activity', exact: true }).first();
const rows = (page: Page) => section(page).getByRole('listitem');

const eventOf = (number: number) => ({
  id: String(number),
  at: new Date(Date.UTC(2026, 10, 16, 12) - number * 60_000).toISOString(),
  action: 'run.created',
  outcome: 'done',
  actorKind: 'token',
  actorName: `Script ${number}`,
  targetId: null,
  targetName: null,
  details: {},
  requestId: null,
});

test.describe('activity', () => {
  test('shows what was done, newest first, and downloads it', async ({ page }) => {
    await saveLenovo(page);
    await openTab(page, 'Activity');
    await press(section(page), 'Refresh');
    await expect(rows(page)).toHaveText([
      /^Lenovo API key savedBrowser, \d\d:\d\d/,
      /^Browser session started/,
    ]);
    const { name, text } = await download(page, () =>
      section(page).getByRole('link', { name: 'Download CSV' }).click(),
    );
    expect(name).toMatch(/^activity_\d{4}-\d\d-\d\d\.csv$/);
    const lines = text.trimEnd().split('\r\n');
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual([
      'audit.downloaded',
      'vendor_key.saved',
      'session.created',
    ]);
    await press(section(page), 'Refresh');
    await expect(rows(page).first()).toContainText('Activity downloaded');
  });

  test('shows a refused recovery code', async ({ page, openElsewhere }) => {
    const code = await saveLenovo(page);
    const other = await openElsewhere();
    await other.goto(browserPath);
    await press(other, 'Use a recovery code');
    const wrong = code.slice(0, -1) + (code.endsWith('0') ? '1' : '0');
    await other.getByRole('textbox', { name: 'Recovery code' }).fill(wrong);
    await press(other.getByRole('dialog'), 'Continue');
    await expect(other.getByText('This recovery code is not valid.')).toBeVisible();
    await openTab(page, 'Activity');
    await press(section(page), 'Refresh');
    await expect(rows(page).first()).toHaveText(/^Recovery code refusedRefusedBrowser, /);
  });

  test('loads more', async ({ page }) => {
    await page.route(eventsCall, (route) => {
      const isNext = new URL(route.request().url()).searchParams.get('before') === 'a place';
      const numbers = Array.from({ length: isNext ? 5 : 100 }, (_, index) => (isNext ? 100 : 0) + index);
      return route.fulfill({ json: { events: numbers.map(eventOf), next: isNext ? null : 'a place' } });
    });
    await page.goto(activityPath);
    await expect(rows(page)).toHaveCount(100);
    await press(section(page), 'Load more');
    await expect(rows(page)).toHaveCount(105);
    await expect(rows(page).last()).toContainText('Access token “Script 104”');
    await expect(section(page).getByRole('button', { name: 'Load more' })).toHaveCount(0);
  });

  test('shows an error that can be retried, and says if there is nothing', async ({ page }) => {
    await page.route(eventsCall, (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(activityPath);
    const alert = section(page).getByRole('alert');
    await expect(alert).toContainText('Failed to load your activity. Please try again.');
    await page.route(eventsCall, (route) => route.fulfill({ json: { events: [], next: null } }));
    await press(alert, 'Try again');
    await expect(section(page)).toContainText('No activity yet');
    await expect(alert).toHaveCount(0);
  });

  test('stays for 90 days after forgetting this browser, and the dialog says so', async ({ page }) => {
    await page.goto(browserPath);
    await press(page, 'Forget this browser');
    await expect(page.getByRole('alertdialog')).toContainText(
      'A record of what was done stays for 90 days under a random ID and is then deleted with the rest of its month.',
    );
  });
});

test('accessibility of activity: has no violations in any state', async ({
  page,
  expectAccessibleEverywhere,
}) => {
  test.slow();
  const events = Array.from({ length: 40 }, (_, index) => ({
    ...eventOf(index),
    ...(index % 3 === 0 ? { action: 'session.recovered', outcome: 'refused', actorKind: 'browser' } : {}),
    ...(index === 1 ? { actorName: 'W'.repeat(100) } : {}),
  }));
  await page.route(eventsCall, (route) => route.fulfill({ json: { events, next: 'a place' } }));
  await page.goto(activityPath);
  await expect(rows(page)).toHaveCount(40);
  await expectAccessibleEverywhere(page, 'activity');
  await page.route(eventsCall, (route) => route.fulfill({ status: 500, body: '' }));
  await press(section(page), 'Refresh');
  await expect(section(page).getByRole('alert')).toBeVisible();
  await expectAccessibleEverywhere(page, 'failed refresh');
  await page.route(eventsCall, (route) => route.fulfill({ json: { events: [], next: null } }));
  await page.reload();
  await expect(section(page)).toContainText('No activity yet');
  await expectAccessibleEverywhere(page, 'no activity');
});
