import type { Locator, Page } from '@playwright/test';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { open as openExplorer, read } from '../api-explorer/api-explorer.page.ts';
import { card, path } from '../bulk-lookup/bulk-lookup.page.ts';
import { countRequests } from '../support/calls.ts';
import { press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import { passTime } from '../support/pass-time.ts';
import { waitForSession } from '../support/wait-for-session.ts';

const runCall = '**/api/bulk-runs/*';
const note = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) });
const undo = (page: Page): Locator => page.getByRole('button', { name: 'Undo', exact: true });
const list = (page: Page): Locator => page.getByRole('region', { name: 'Runs from the last 7 days' });
const listed = (page: Page, name: string): Locator =>
  list(page).getByRole('link', { name: new RegExp(`^${name}`) });

/** A run that was canceled before it began: it can be deleted, and needs no time. */
async function createRun(page: Page, fileName: string): Promise<string> {
  const headers = { origin: new URL(page.url()).origin };
  const created = await page.request.post('/api/bulk-runs', {
    headers,
    data: { fieldMapping: { modelNumber: 'Serial' }, fileName },
  });
  const { id } = (await created.json()) as BulkRun;
  expect((await page.request.post(`/api/bulk-runs/${id}/cancel`, { headers })).status()).toBe(200);
  return id;
}

async function storedIds(page: Page): Promise<string[]> {
  const reply = (await (await page.request.get('/api/bulk-runs')).json()) as { runs: BulkRun[] };
  return reply.runs.map(({ id }) => id);
}

/** Opens the last of these runs, so that the list of runs below it has all of them. */
async function openRuns(page: Page, ...names: string[]): Promise<string[]> {
  await page.goto('/coming-soon');
  await waitForSession(page);
  const ids: string[] = [];
  for (const name of names) ids.push(await createRun(page, name));
  await page.goto(`${path}?run=${ids.at(-1)}`);
  await expect(card(page).getByRole('heading', { name: names.at(-1) ?? '' })).toBeVisible();
  return ids;
}

/** Counts the deletions that reach the network. */
const countDeletions = (page: Page) =>
  countRequests(page, (request) => request.method() === 'DELETE' && /bulk-runs/.test(request.url()));

test.describe('a deleted run', () => {
  test('disappears at once, and is deleted on the server when its toast ends', async ({ page }) => {
    await page.clock.install();
    const [id = ''] = await openRuns(page, 'first.csv');
    const deletions = countDeletions(page);
    await press(card(page), 'Delete');
    await expect(note(page, 'Run deleted')).toContainText('first.csv');
    await expect(page).toHaveURL(path);
    await expect(listed(page, 'first')).toHaveCount(0);
    await passTime(page, 7000);
    expect(deletions.made).toBe(0);
    await passTime(page, 2000);
    await expect(note(page, 'Run deleted')).toHaveCount(0);
    await expect.poll(() => storedIds(page)).not.toContain(id);
    expect(deletions.made).toBe(1);
  });

  test('returns to its place with Undo, by keyboard, with all the time that takes', async ({ page }) => {
    await page.clock.install();
    const [, , id = ''] = await openRuns(page, 'first.csv', 'second.csv', 'third.csv');
    await page.goto(`${path}?run=${id}&tab=list`);
    const deletions = countDeletions(page);
    await card(page).getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await expect(listed(page, 'third')).toHaveCount(0);
    await page.keyboard.press('F8');
    for (let presses = 0; presses < 5; presses += 1) {
      if (await undo(page).evaluate((button) => button === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expect(undo(page)).toBeFocused();
    await passTime(page, 60_000);
    await expect(undo(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${path}?run=${id}&tab=list`);
    await expect(page.locator('h2#run')).toBeFocused();
    await expect(list(page).getByRole('link')).toHaveText([/^third/, /^second/, /^first/]);
    await passTime(page, 20_000);
    expect(deletions.made).toBe(0);
    expect(await storedIds(page)).toContain(id);
  });

  test('does not come back with a reload, which sends the deletion', async ({ page }) => {
    const [other = '', id = ''] = await openRuns(page, 'first.csv', 'second.csv');
    await press(card(page), 'Delete');
    await expect(undo(page)).toBeVisible();
    await page.reload();
    await expect(listed(page, 'first')).toBeVisible();
    await expect(listed(page, 'second')).toHaveCount(0);
    await expect.poll(() => storedIds(page)).toEqual([other]);
    await page.goto(`${path}?run=${id}`);
    await expect(page.getByRole('heading', { name: 'Run not found' })).toBeVisible();
  });

  test('is deleted on the server when the page is hidden, as phones may end it then', async ({ page }) => {
    const [id = ''] = await openRuns(page, 'first.csv');
    await press(card(page), 'Delete');
    await expect(undo(page)).toBeVisible();
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect(note(page, 'Run deleted')).toHaveCount(0);
    await expect.poll(() => storedIds(page)).not.toContain(id);
  });

  test('followed by another deletion is final, and only the last one can be undone', async ({ page }) => {
    const [first = '', second = ''] = await openRuns(page, 'first.csv', 'second.csv');
    await press(card(page), 'Delete');
    await listed(page, 'first').click();
    await press(card(page), 'Delete');
    await expect(note(page, 'Run deleted')).toContainText('first.csv');
    await expect.poll(() => storedIds(page)).toEqual([first]);
    await undo(page).click();
    await expect(card(page).getByRole('heading', { name: 'first.csv' })).toBeVisible();
    await page.reload();
    await expect(listed(page, 'first')).toBeVisible();
    expect(await storedIds(page)).not.toContain(second);
  });

  test('comes back with an error if the server does not delete it', async ({ page }) => {
    const [id = ''] = await openRuns(page, 'first.csv');
    await page.route(runCall, (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 502, body: '' }) : route.fallback(),
    );
    await press(card(page), 'Delete');
    await press(note(page, 'Run deleted'), 'Close notification');
    await expect(note(page, 'Failed to delete the run.')).toContainText('first.csv');
    await expect(listed(page, 'first')).toBeVisible();
    expect(await storedIds(page)).toContain(id);
  });
});

test('recent lookups that were cleared return in their order', async ({ page }) => {
  for (const tag of ['ACTV123', 'EXPR010']) {
    await page.goto(`/individual-lookup?q=${tag}`);
    await expect(page.locator('h2#result')).toHaveText(`Dell ${tag}`);
  }
  const recent = page.getByRole('region', { name: 'Recent lookups' });
  await press(recent, 'Clear');
  await expect(recent).toHaveCount(0);
  await expect(note(page, 'Recent lookups cleared')).toBeVisible();
  await undo(page).click();
  await expect(recent.getByRole('listitem')).toHaveText([/^EXPR010/, /^ACTV123/]);
  await page.reload();
  await expect(recent.getByRole('listitem')).toHaveCount(2);
});

test('scanned devices return to their place in the list, also after the next scan', async ({ page }) => {
  await page.goto('/image-lookup?tab=many');
  const scanned = page.getByRole('region', { name: /^Scanned/ }).getByRole('listitem');
  const scan = async (tag: string) => {
    await page.keyboard.type(tag);
    await page.keyboard.press('Enter');
    await expect(scanned.first()).toContainText(tag);
  };
  await expect(page.getByLabel('Scan or type a serial number')).toBeVisible();
  for (const tag of ['7XK2P93', '5TQ8R14', 'ACTV123']) await scan(tag);
  await press(page, 'Remove 5TQ8R14');
  await expect(note(page, '5TQ8R14 removed')).toBeVisible();
  await scan('EXPR010');
  await expect(scanned).toContainText(['EXPR010', 'ACTV123', '7XK2P93']);
  await undo(page).click();
  await expect(scanned).toContainText(['EXPR010', 'ACTV123', '5TQ8R14', '7XK2P93']);
  await press(page, 'Clear list');
  await expect(note(page, '4 devices removed')).toBeVisible();
  await undo(page).click();
  await expect(scanned).toHaveCount(4);
});

test('a column that was removed from an export returns to its place', async ({ page }) => {
  await openExplorer(page);
  await read(page, '/api/config');
  const rows = page.getByRole('list', { name: 'Field Mappings' }).getByRole('listitem');
  await expect(rows).toHaveCount(5);
  const names = await rows.allTextContents();
  const first = rows.first().getByRole('button', { name: /^Remove / });
  await first.click();
  await expect(rows).toHaveCount(4);
  await undo(page).click();
  await expect(rows).toHaveText(names);
});

test('accessibility of an undo toast: has no violations', async ({ page, expectAccessibleEverywhere }) => {
  await openRuns(page, 'a-list-of-laptops-with-a-rather-long-name-for-a-phone-november-2026.csv');
  await press(card(page), 'Delete');
  await undo(page).focus();
  await expectAccessibleEverywhere(page, 'undo toast');
});
