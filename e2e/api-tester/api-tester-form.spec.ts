import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { notifications, readClipboard } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  body,
  choose,
  expectCalls,
  field,
  ignoreForeignCalls,
  main,
  open,
  openCustom,
  openVendors,
  panel,
  press,
  startApi,
  testButton,
} from './api-tester.page.ts';

const lenovoPath = '/us/en/api/v4/upsell/redport/getIbaseInfo';

const simulator = openVendors('dell', 'lenovo');

test.describe('the API tester form', () => {
  test('shows what is missing, and stays disabled until it is filled in', async ({
    page,
    expectSentence,
  }) => {
    await open(page);
    await expectSentence(main(page), 'The key is sent with the request and not stored.');
    await expect(testButton(page)).toBeDisabled();
    await expectSentence(
      main(page),
      'Please select a vendor and operation to test the API, or enable Custom URL mode.',
    );
    await page.getByRole('checkbox', { name: 'Custom URL Mode' }).click();
    await expect(testButton(page)).toBeDisabled();
    await expectSentence(main(page), 'Please enter a URL to test the API in custom URL mode.');
    await field(page, 'Endpoint URL').fill('https://example.com');
    await expect(testButton(page)).toBeEnabled();

    await page.getByRole('checkbox', { name: 'Custom URL Mode' }).click();
    await choose(page, 'Vendor', 'Dell');
    await expect(testButton(page)).toBeDisabled();
    await choose(page, 'Operation', 'Asset warranty');
    await field(page, 'servicetags').focus();
    await page.keyboard.press('Tab');
    await expectSentence(main(page), 'Missing required parameter: servicetags');
    await field(page, 'servicetags').fill('abc');
    await expectSentence(main(page), 'Parameter servicetags does not match required pattern');
    await expect(main(page).getByText('^[A-Z0-9]{7,8}$', { exact: true })).toHaveCount(2);
    await expect(testButton(page)).toBeDisabled();
    await field(page, 'servicetags').fill('abc1234');
    await expect(main(page).getByText('^[A-Z0-9]{7,8}$', { exact: true })).toHaveCount(0);
    await expect(testButton(page)).toBeDisabled();
    await expect(
      main(page).getByText('Dell needs a client ID and client secret, or an access token.'),
    ).toBeVisible();
    await field(page, 'Client ID').fill('x');
    await expect(testButton(page)).toBeEnabled();
    const notice = main(page).getByText(
      'There is no client secret: the client ID is sent as an access token.',
    );
    await expect(notice).toBeVisible();
    await field(page, 'Client secret').fill('y');
    await expect(notice).toHaveCount(0);
  });

  test('locks the authentication that a vendor requires, except in custom mode', async ({ page }) => {
    await open(page);
    const type = main(page).getByRole('combobox', { name: 'Authentication type' });
    await choose(page, 'Authentication type', 'Query parameter');
    await expect(field(page, 'Query parameter name')).toHaveAttribute('placeholder', 'api_key');
    await choose(page, 'Authentication type', 'Header');
    await expect(field(page, 'Header name')).toHaveAttribute('placeholder', 'X-API-Key');
    for (const [vendor, words] of [
      ['Dell', 'OAuth 2.0'],
      ['Lenovo', 'None'],
      ['Meraki', 'API key'],
    ] as const) {
      await choose(page, 'Vendor', vendor);
      await expect(type).toBeDisabled();
      await expect(type).toHaveText(words);
    }
    await page.getByRole('checkbox', { name: 'Custom URL Mode' }).click();
    await expect(type).toBeEnabled();
    await expect(type).toHaveText('Header');
  });

  test('clears the keys of one vendor when another is chosen', async ({ page }) => {
    await open(page);
    await choose(page, 'Vendor', 'Dell');
    await field(page, 'Client ID').fill('for-dell');
    await choose(page, 'Vendor', 'HP');
    await expect(field(page, 'Client ID')).toHaveValue('');
  });

  test('shows the key on request, and never in the URL', async ({ page }) => {
    await openCustom(page, 'https://example.com/v1/devices?page=2');
    await choose(page, 'Authentication type', 'Query parameter');
    await field(page, 'API key').fill('canary-77');
    await expect(field(page, 'API key')).toHaveAttribute('type', 'password');
    await press(page, 'Show API key');
    await expect(field(page, 'API key')).toHaveAttribute('type', 'text');
    await expect(
      main(page).getByText('https://example.com/v1/devices?page=2&api_key=••••••••', { exact: true }),
    ).toBeVisible();
  });

  test('requires complete headers, and a JSON body for POST and PUT', async ({ page, expectSentence }) => {
    await openCustom(page, `${simulator.url}${lenovoPath}`);
    await expect(field(page, 'JSON request body')).toHaveCount(0);
    for (const method of ['PUT', 'DELETE', 'POST']) {
      await choose(page, 'HTTP method', method);
      await expect(field(page, 'JSON request body')).toHaveCount(method === 'DELETE' ? 0 : 1);
    }
    await press(page, 'Add header');
    await expect(field(page, 'Header name 1')).toBeFocused();
    await field(page, 'JSON request body').fill('{"serialNumber":');
    await testButton(page).click();
    await expectSentence(main(page), 'Header name is required');
    await expectSentence(main(page), 'Header value is required');
    await expectSentence(main(page), 'Request body must be valid JSON');
    await expect(field(page, 'Header name 1')).toBeFocused();
    await field(page, 'Header name 1').fill('Cookie');
    await expect(main(page).getByText('Header Cookie cannot be set')).toBeVisible();
    await press(page, 'Remove header Cookie');
    await expect(page.getByRole('button', { name: 'Add header' })).toBeFocused();
    await expect(panel(page).getByText('No response yet')).toBeVisible();
  });

  test('reports an invalid optional parameter when the request is sent', async ({ page, expectSentence }) => {
    await open(page);
    await choose(page, 'Vendor', 'Meraki');
    await choose(page, 'Operation', 'Devices of an organization');
    await expect(main(page).getByRole('group', { name: 'Optional' })).toBeVisible();
    await field(page, 'organizationId').fill('700001');
    await field(page, 'serial').fill('x');
    await field(page, 'API key').fill('mine');
    await testButton(page).click();
    for (const place of [notifications(page), panel(page)])
      await expectSentence(place, 'Endpoint Resolution Failed: Parameter validation failed');
    await expectSentence(main(page), 'Parameter serial does not match required pattern');
    await expect(main(page).getByText('^Q[A-Z0-9]{3}-[A-Z0-9]{4}-[A-Z0-9]{4}$')).toBeVisible();
    await choose(page, 'Vendor', 'Cisco');
    await choose(page, 'Operation', 'Coverage summary');
    await field(page, 'page_index').fill('two');
    await field(page, 'page_index').blur();
    await expectSentence(main(page), 'Parameter page_index must be a number');
  });

  test('rejects an invalid URL', async ({ page, expectSentence }) => {
    await openCustom(page, 'not an address');
    await testButton(page).click();
    await expectSentence(panel(page), 'Endpoint Resolution Failed: Unable to resolve endpoint');
  });
});

test.describe('a custom URL', () => {
  ignoreForeignCalls();

  test('is called with the method, headers and body as entered', async ({ page, browserErrors }) => {
    const received = Promise.withResolvers<{ headers: IncomingHttpHeaders; body: string }>();
    await using api = await startApi(async (request, response) => {
      received.resolve({ headers: request.headers, body: await text(request) });
      response.end('{"serial": "SIMACTV1"}');
    });
    await openCustom(page, `${api.url}/v1/devices`, 'POST');
    await press(page, 'Add header');
    await field(page, 'Header name 1').fill('X-Trace');
    await field(page, 'Header value 1').fill('on');
    await field(page, 'JSON request body').fill('{"serialNumber":"SIMACTV1"}');
    await testButton(page).click();
    const { headers, body: sent } = await received.promise;
    expect([api.requests, sent]).toEqual([['POST /v1/devices'], '{"serialNumber":"SIMACTV1"}']);
    expect(headers).toMatchObject({ 'x-trace': 'on', 'content-type': 'application/json', origin: 'null' });
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('referer');
    await expect(body(page)).toContainText('"serial": "SIMACTV1"');
    expectCalls(browserErrors, [`${api.url}/v1/devices`]);
  });

  test('of another host is called, and its connection error is shown', async ({ page, expectSentence }) => {
    // Nothing listens on this port.
    await openCustom(page, 'https://127.0.0.1:9/');
    await testButton(page).click();
    await expectSentence(panel(page), 'API Test Failed');
  });

  test('is not called through a server whose operator does not allow it', async ({ page }) => {
    await page.goto(`${process.env.E2E_OUTAGE_URL}/external-api?tab=testing`);
    await page.getByRole('checkbox', { name: 'Custom URL Mode' }).click();
    await field(page, 'Endpoint URL').fill('https://127.0.0.1:9/');
    await testButton(page).click();
    await expect(
      panel(page).getByText('The administrator has disabled server requests to custom URLs.'),
    ).toBeVisible();
    await expect(panel(page).getByRole('button', { name: 'Send through the server' })).toHaveCount(0);
  });

  test('without https is called if the page itself is served without it', async ({ page, browserErrors }) => {
    await using api = await startApi((_, response) => response.end('plain http'));
    await openCustom(page, `${api.url}/v1/devices`);
    await testButton(page).click();
    await expect(body(page)).toHaveText('plain http');
    expectCalls(browserErrors, [`${api.url}/v1/devices`]);
  });

  for (const status of [301, 302, 303, 307, 308]) {
    test(`that redirects with ${status} is not followed: nothing is sent to the target`, async ({ page }) => {
      await using other = await startApi((_, response) => response.end('{}'));
      await using api = await startApi((_, response) =>
        response.writeHead(status, { location: `${other.url}/taken` }).end(),
      );
      await openCustom(page, `${api.url}/v1/devices`, 'POST');
      await choose(page, 'Authentication type', 'Header');
      await field(page, 'API key').fill('canary-91');
      await press(page, 'Add header');
      await field(page, 'Header name 1').fill('X-Vendor-Key');
      await field(page, 'Header value 1').fill('canary-93');
      await field(page, 'JSON request body').fill('{"client_secret":"canary-92"}');
      await testButton(page).click();
      await expect(panel(page).getByText(/^(API Test Failed|200 OK)$/)).toBeVisible();
      expect(api.requests).toEqual(['POST /v1/devices']);
      expect(other.requests).toEqual([]);
      // Not even a preflight, which would name the headers.
      expect(other.connections()).toBe(0);
      await expect(
        panel(page).getByText(
          'The API returned a redirect. It was not followed because it would receive your key and the request body.',
        ),
      ).toBeVisible();
    });
  }
});

test.describe('a response', () => {
  ignoreForeignCalls();

  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  async function sendSample(page: Parameters<typeof open>[0]) {
    await open(page);
    await press(page, 'Send a sample');
    await expect(panel(page).getByText('200 OK')).toBeVisible();
    await expect(field(page, 'servicetags')).toHaveValue('ACTV123');
  }

  test('can be copied, and has the specified height', async ({ page }) => {
    await sendSample(page);
    await press(page, 'Copy');
    await expect(panel(page).getByRole('button', { name: 'Copied' })).toBeVisible();
    await expect(panel(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
    const copied = await readClipboard(page);
    expect(JSON.parse(copied)).toMatchObject([{ serviceTag: 'ACTV123' }]);
    const height = (name: string) =>
      panel(page)
        .locator(`section[aria-label="${name}"], section:has(dl)`)
        .first()
        .evaluate((element) => getComputedStyle(element).maxHeight);
    expect(await height('Response body')).toBe('300px');
    await panel(page).getByText('Response headers').click();
    const headers = panel(page).locator('section:has(> dl)');
    await expect(headers).toHaveCSS('max-height', '150px');
  });

  test('is read up to 5 MB', async ({ page, browserErrors }) => {
    const most = 5 * 1024 * 1024;
    await page.route('https://large.example/*', (route) => {
      const length = Number(new URL(route.request().url()).pathname.slice(1));
      const headers = { 'access-control-allow-origin': '*', 'content-type': 'text/plain' };
      return route.fulfill({ headers, body: 'x'.repeat(length) });
    });
    await openCustom(page, `https://large.example/${most}`);
    await testButton(page).click();
    await expect(
      panel(page).getByText(
        'The first 200,000 of 5,242,880 characters are shown. Copy includes the full body.',
      ),
    ).toBeVisible();
    await field(page, 'Endpoint URL').fill(`https://large.example/${most + 1}`);
    await testButton(page).click();
    await expect(panel(page).getByText('The response is larger than 5 MB and was not read.')).toBeVisible();
    expectCalls(browserErrors, [`https://large.example/${most}`, `https://large.example/${most + 1}`]);
  });

  test('can be requested with a copied command, which does not contain the key', async ({ page }) => {
    await open(page);
    await press(page, 'Fill in a sample');
    await press(page, 'Copy as cURL');
    await expect(main(page).getByRole('button', { name: 'Copied' })).toBeVisible();
    const copied = await readClipboard(page);
    expect(copied).toContain(
      `curl -sS '${simulator.url}/PROD/sbil/eapi/v5/asset-entitlements?servicetags=ACTV123'`,
    );
    expect(copied).toContain('client_secret=YOUR_CLIENT_SECRET');
  });
});
