import { withToken } from '../access-tokens/access-tokens.page.ts';
import { chooseOption } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import { storedText } from '../support/stored-text.ts';
import { lookupAnchor, open, part, response, send } from './reference.page.ts';

const lookupCall = '**/api/warranty/lookup';

test.describe('a request from the API reference', () => {
  test('is sent with the token of the user, which is kept in memory only', async ({ page }) => {
    const token = await withToken(page, 'Try it');
    await open(page, lookupAnchor);
    await page.getByLabel('Access token', { exact: true }).fill(token);
    await page.getByRole('textbox', { name: 'Request body' }).fill('{"modelNumber": "SMP0001"}');
    const sent = page.waitForRequest(lookupCall);
    await send(page);
    const request = await sent;
    const headers = await request.allHeaders();
    expect(headers.authorization).toBe(`Bearer ${token}`);
    expect(headers.cookie).toBeUndefined();
    expect(request.url()).not.toContain(token);

    await expect(response(page).getByRole('status').first()).toHaveText(/^200 OK\d+ ms[\d.]+ (?:KB|bytes)$/);
    await expect(response(page).getByText(/^"[\w-]+";r=\d+;t=\d+/)).toBeVisible();
    await expect(response(page).getByText(/^[0-9a-f-]{36}$/)).toBeVisible();
    await expect(response(page).getByText('"SMP0001"').first()).toBeVisible();

    expect(await storedText(page)).not.toContain(token);
    await page.reload();
    await expect(page.getByLabel('Access token', { exact: true })).toHaveValue('');
  });

  test('shows plainly that a token is wrong', async ({ page }) => {
    await open(page, lookupAnchor);
    await page.getByLabel('Access token', { exact: true }).fill('wlt_wrong');
    await send(page);
    await expect(response(page).getByText('401 Unauthorized')).toBeVisible();
    await expect(response(page).getByText('This access token is not valid.', { exact: true })).toBeVisible();
    await expect(response(page).getByText('token_refused', { exact: true })).toBeVisible();
  });

  test('uses the session without a token', async ({ page }) => {
    await open(page, 'get-api-auth-session');
    await expect(part(page, 'Try it').getByText('Sent with the session of this browser')).toBeVisible();
    await expect(page.getByLabel('Access token', { exact: true })).toHaveCount(0);
    const readUser = () => page.evaluate(() => sessionStorage.getItem('demo-user-id'));
    await expect.poll(readUser).not.toBeNull();
    await send(page);
    await expect(response(page).getByText('200 OK')).toBeVisible();
    const userId = (await readUser()) ?? '';
    await expect(response(page).getByText(userId).first()).toBeVisible();
  });

  test('fills in parameters, and asks for those that are missing', async ({ page }) => {
    await open(page, 'get-api-bulk-runs-runid-results');
    await send(page);
    await expect(page.getByText('runId is required')).toBeVisible();
    await page.getByRole('textbox', { name: 'runId' }).fill('a/b');
    await chooseOption(page, 'filter', 'expired');
    const sent = page.waitForRequest('**/api/bulk-runs/**');
    await send(page);
    expect((await sent).url()).toMatch(/\/api\/bulk-runs\/a%2Fb\/results\?filter=expired$/);
    await expect(response(page).getByText('404 Not Found')).toBeVisible();
    await expect(page.getByText('runId is required')).toHaveCount(0);
  });

  test('does not send what is not JSON, and says if there was no answer', async ({ page }) => {
    await open(page, lookupAnchor);
    let calls = 0;
    await page.route(lookupCall, (route) => {
      calls += 1;
      return route.abort();
    });
    await page.getByRole('textbox', { name: 'Request body' }).fill('{"modelNumber": ');
    await send(page);
    await expect(page.getByText('This is not valid JSON')).toBeVisible();
    expect(calls).toBe(0);
    await page.getByRole('textbox', { name: 'Request body' }).fill('{"modelNumber": "SMP0001"}');
    await send(page);
    await expect(page.getByText('The server could not be reached.')).toBeVisible();
    expect(calls).toBe(1);
  });

  test('asks before it replaces a recovery code or a key', async ({ page }) => {
    let calls = 0;
    await page.route(/\/api\/(?:auth\/recovery-code|user\/[^/]+\/api-keys)$/, (route) => {
      if (route.request().method() === 'POST') calls += 1;
      return route.continue();
    });
    await open(page, 'post-api-user-userid-api-keys');
    await page.getByRole('textbox', { name: 'Request body' }).fill('{');
    await send(page);
    await expect(page.getByText('This is not valid JSON')).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);

    await open(page, 'post-api-auth-recovery-code');
    await send(page);
    const dialog = page.getByRole('alertdialog', { name: 'Send this request?' });
    await expect(dialog.getByText('Your present recovery code stops working.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    expect(calls).toBe(0);
    await send(page);
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(response(page).getByText('201 Created')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    expect(calls).toBe(1);
  });

  test('is not offered where it could do harm or needs more than a form', async ({ page }) => {
    await open(page, 'delete-api-auth-session');
    await expect(part(page, 'Try it').getByText(/^Only GET and POST requests/)).toBeVisible();
    await open(page, 'put-api-bulk-runs-runid-source');
    await expect(part(page, 'Try it').getByText(/^This endpoint takes a file/)).toBeVisible();
    await open(page, 'post-api-agent-discoveries');
    await expect(part(page, 'Try it').getByText('This endpoint takes the secret of an agent.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send request' })).toHaveCount(0);
  });
});
