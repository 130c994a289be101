import { hold } from '../support/calls.ts';
import { press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import { waitForSession } from '../support/wait-for-session.ts';
import {
  catalogCall,
  choose,
  endpoint,
  main,
  mappings,
  open,
  path,
  read,
  tree,
} from './api-explorer.page.ts';

const noEndpoints = 'Failed to load API endpoints. Please check your authentication and try again.';

test.describe('the list of endpoints', () => {
  test('shows a loading state, reports a failure and can be retried', async ({ page, expectSentence }) => {
    const release = await hold(page, catalogCall, { status: 500, body: '' });
    await page.goto(path);
    await expectSentence(page, 'Loading API endpoints...');
    release();
    const alert = main(page).getByRole('alert');
    await expectSentence(alert, noEndpoints);
    await page.unroute(catalogCall);
    await press(alert, 'Try again');
    await expect(endpoint(page)).toBeVisible();
    await expect(alert).toHaveCount(0);
  });

  test('of a deleted session loads after a reload', async ({ page, baseURL, expectSentence }) => {
    await page.goto('/individual-lookup');
    await waitForSession(page);
    const gone = await page.request.delete('/api/auth/session', { headers: { origin: baseURL ?? '' } });
    expect(gone.ok()).toBe(true);
    await page.getByRole('link', { name: 'API Explorer' }).click();
    const alert = main(page).getByRole('alert');
    await expectSentence(alert, noEndpoints);
    await expect(alert).toContainText('You have no active session. Reload the page to start one.');
    await press(alert, 'Try again');
    await expect(endpoint(page)).toBeVisible();
  });
});

test.describe('a fetch', () => {
  test('without an endpoint shows an error', async ({ page, expectSentence }) => {
    await open(page);
    await press(page, 'Fetch Data');
    const alert = main(page).getByRole('alert');
    await expectSentence(alert, 'Error Fetching Data');
    await expectSentence(alert, 'No endpoint selected');
    await expect(endpoint(page)).toBeFocused();
    await choose(page, '/api/config');
    await expect(alert).toHaveCount(0);
  });

  for (const [title, reply, message] of [
    ['with a message', { status: 503, body: 'Out of order' }, '503: Out of order'],
    ['without a message', { status: 500, body: '' }, '500: Internal Server Error'],
    ['with a body that is not JSON', { status: 200, body: '<html>' }, '200: the reply is not JSON'],
    ['without a network', null, 'The server could not be reached. Check your connection and try again.'],
  ] as const) {
    test(`that fails ${title} shows an error, and can be retried`, async ({ page, expectSentence }) => {
      await open(page);
      await read(page, '/api/external-tokens');
      const before = await mappings(page).count();
      await page.route('**/api/external-tokens', (route) => (reply ? route.fulfill(reply) : route.abort()));
      await press(page, 'Fetch Data');
      const alert = main(page).getByRole('alert');
      await expectSentence(alert, 'Error Fetching Data');
      await expectSentence(alert, message);
      await expect(tree(page)).toHaveCount(0);
      await page.unroute('**/api/external-tokens');
      await press(page, 'Fetch Data');
      await expect(tree(page)).toBeVisible();
      await expect(alert).toHaveCount(0);
      await expect(mappings(page)).toHaveCount(before);
    });
  }

  test("of a missing resource shows the server's message", async ({ page, expectSentence }) => {
    await open(page);
    await choose(page, '/api/bulk-runs/{runId}/results');
    await page.getByRole('textbox', { name: 'runId' }).fill('nothing');
    await press(page, 'Fetch Data');
    await expectSentence(main(page).getByRole('alert'), '404: {"error":"Not found","code":"not_found"}');
  });

  test('that was abandoned for another endpoint shows nothing', async ({ page }) => {
    const release = await hold(page, '**/api/external-tokens', { json: { late: true } });
    await open(page);
    await choose(page, '/api/external-tokens');
    await press(page, 'Fetch Data');
    await expect(page.getByRole('button', { name: 'Fetching...' })).toBeVisible();
    await read(page, '/api/config');
    release();
    await page.waitForLoadState('networkidle');
    await expect(tree(page)).not.toContainText('late');
    await expect(main(page).getByRole('alert')).toHaveCount(0);
  });
});
