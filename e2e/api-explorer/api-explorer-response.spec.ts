import type { Locator, Page } from '@playwright/test';
import { press, readClipboard } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import { allowedTask, longestTasks, watchTasks } from '../support/long-tasks.ts';
import { answer, fetchData, line, open, read, response, tree } from './api-explorer.page.ts';

const devices = {
  devices: [
    { serial: 'B000001', model: { name: 'Latitude 5440', parts: [{ id: 1 }, { id: 2 }] } },
    { serial: 'B000002', model: { name: 'OptiPlex', parts: [] } },
  ],
  total: 2,
};
const searchField = (page: Page): Locator => page.getByRole('textbox', { name: 'Search in response' });
const hits = (page: Page): Locator =>
  response(page)
    .getByRole('status')
    .filter({ hasText: /of|No matches/ });

async function openWith(page: Page, json: unknown): Promise<void> {
  await answer(page, '/api/external-tokens', json);
  await open(page);
  await read(page, '/api/external-tokens');
}

test.describe('a response', () => {
  test('is shown as JSON with collapsible parts', async ({ page }) => {
    await openWith(page, devices);
    await expect(tree(page).locator('> div > div')).toHaveText([
      ...['{', '"devices": [', '{', '"serial": "B000001",', '"model": {', '"name": "Latitude 5440",'],
      ...['"parts": [', '{', '"id": 1', '},', '{', '"id": 2', '}', ']', '}', '},'],
      ...['{', '"serial": "B000002",', '"model": {', '"name": "OptiPlex",', '"parts": []', '}', '}'],
      ...['],', '"total": 2', '}'],
    ]);
    await line(page, '"devices": [').click();
    await expect(line(page, '"devices"')).toHaveAttribute('aria-expanded', 'false');
    await expect(line(page, '"devices"')).toContainText('[{…}, {…}],2 items');
    await expect(tree(page).getByRole('treeitem')).toHaveCount(3);
    await press(response(page), 'Expand all');
    await expect(line(page, '"id": 2')).toBeVisible();
    await press(response(page), 'Collapse all');
    await expect(line(page, '"id": 2')).toHaveCount(0);
  });

  test('can be navigated by keyboard', async ({ page }) => {
    await openWith(page, devices);
    const active = async (text: string) => {
      const id = await tree(page).getAttribute('aria-activedescendant');
      await expect(page.locator(`[id="${id}"]`)).toContainText(text);
    };
    await tree(page).focus();
    await page.keyboard.press('ArrowDown');
    await active('"devices": [');
    await page.keyboard.press('ArrowLeft');
    await expect(line(page, '"devices"')).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('ArrowDown');
    await active('"total": 2');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await expect(line(page, '"devices"')).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowRight');
    await expect(line(page, '"serial": "B000001"')).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('Enter');
    await expect(line(page, '"serial": "B000001"')).toHaveAttribute('aria-level', '4');
    await page.keyboard.press('End');
    await active('"total": 2');
    await page.keyboard.press('Home');
    await active('{');
  });

  test('can be searched, including collapsed parts', async ({ page }) => {
    await openWith(page, devices);
    await press(response(page), 'Collapse all');
    await searchField(page).fill('NAME');
    await expect(hits(page)).toHaveText('1 of 2');
    await expect(line(page, 'Latitude').locator('mark')).toHaveText('name');
    await searchField(page).press('Enter');
    await expect(hits(page)).toHaveText('2 of 2');
    await expect(line(page, 'OptiPlex')).toHaveAttribute('aria-selected', 'true');
    await press(response(page), 'Next match');
    await expect(hits(page)).toHaveText('1 of 2');
    await press(response(page), 'Previous match');
    await expect(hits(page)).toHaveText('2 of 2');
    await searchField(page).fill('nowhere');
    await expect(hits(page)).toHaveText('No matches');
    await expect(response(page).getByRole('button', { name: 'Next match' })).toBeDisabled();
    await searchField(page).press('Escape');
    await expect(searchField(page)).toHaveValue('');
    await expect(hits(page)).toHaveCount(0);
  });

  test('shows a text that is longer than its line in full below', async ({ page }) => {
    const text = `${'Lorem ipsum '.repeat(20)}the end`;
    await openWith(page, { text, short: 'x' });
    await expect(page.getByText(text, { exact: true })).toHaveCount(0);
    await line(page, '"text"').click();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await line(page, '"short"').click();
    await expect(page.getByText(text, { exact: true })).toHaveCount(0);
    await searchField(page).fill('the end');
    await expect(response(page).locator('p mark')).toHaveText('the end');
    expect(await tree(page).evaluate((element) => element.scrollLeft)).toBe(0);
  });

  test('is copied in full', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openWith(page, devices);
    await press(response(page), 'Collapse all');
    await press(response(page), 'Copy response');
    await expect.poll(() => readClipboard(page)).toBe(JSON.stringify(devices, null, 2));
  });

  for (const [title, json, text] of [
    ['a text', 'only words', '"only words"'],
    ['nothing', null, 'null'],
    ['an empty list', [], '[]'],
  ] as const) {
    test(`can be ${title}`, async ({ page }) => {
      await openWith(page, json);
      await expect(tree(page).getByRole('treeitem')).toHaveText([text]);
    });
  }
});

/** A long list of more than 5 MB. */
const large = JSON.stringify({
  rows: Array.from({ length: 28_000 }, (_, index) => ({
    id: `0f8fad5b-d9cb-469f-a165-${String(index).padStart(12, '0')}`,
    serial: `B${String(index).padStart(6, '0')}`,
    manufacturer: 'Dell',
    status: index % 3 ? 'active' : 'expired',
    cover: { start: '2023-01-01', end: '2026-12-31', level: 'ProSupport' },
    ports: [22, 443],
  })),
});

/** Fetches the large response, expands all of it, searches it and scrolls through it. */
async function longestTask(page: Page): Promise<number> {
  await open(page);
  const longest = await watchTasks(page);
  await read(page, '/api/external-tokens');
  await expect(line(page, '"serial": "B000003"')).toBeVisible();
  await press(response(page), 'Expand all');
  await expect(line(page, '"start"').first()).toBeVisible();
  await searchField(page).fill('B025');
  await expect(hits(page)).toHaveText('1 of 1,000');
  await expect(line(page, '"serial": "B025000"')).toBeVisible();
  await tree(page).evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  await expect(line(page, /"serial": "B01[34]/).first()).toBeVisible();
  return longest();
}

test('a 5 MB response can be fetched, expanded, searched and scrolled, and with --full the page stays responsive', async ({
  page,
}) => {
  test.slow();
  expect(large.length).toBeGreaterThan(5_000_000);
  await page.route('**/api/external-tokens', (route) =>
    route.fulfill({ body: large, contentType: 'application/json' }),
  );
  const longest = await longestTasks(() => longestTask(page));
  test.info().annotations.push({ type: 'longest task', description: longest.join(', ') });
  expect(Math.min(...longest)).toBeLessThan(allowedTask);
  await fetchData(page);
});
