import { notifications } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  body,
  choose,
  control,
  expectCalls,
  field,
  fillHp,
  fillMeraki,
  ignoreForeignCalls,
  main,
  open,
  openCustom,
  openVendors,
  panel,
  press,
  setCors,
  testButton,
} from './api-tester.page.ts';

// Serial, because these tests change which vendors a page may read in the shared simulator.
test.describe.configure({ mode: 'serial' });

ignoreForeignCalls();
const simulator = openVendors('dell', 'lenovo', 'hp', 'cisco', 'meraki');

/** The faults that are still pending for a vendor. */
async function faultsOf(vendor: string): Promise<string> {
  const { faults } = await (await fetch(`${simulator.url}/sim/faults`)).json();
  return JSON.stringify(faults[vendor] ?? {});
}

test.describe('a call from the browser', () => {
  test('to Dell requests a token first, then the entitlements', async ({
    page,
    browserErrors,
    expectSentence,
  }) => {
    await open(page);
    await choose(page, 'Vendor', 'Dell');
    await expectSentence(
      main(page),
      'Service tags are converted to uppercase and must be 7-8 alphanumeric characters.',
    );
    await choose(page, 'Operation', 'Asset warranty');
    await expect(main(page).getByRole('group', { name: 'Required' })).toBeVisible();
    await field(page, 'servicetags').fill('av123');
    // Types in the middle of the text: the caret must not move.
    await field(page, 'servicetags').press('Home');
    await field(page, 'servicetags').press('ArrowRight');
    await field(page, 'servicetags').pressSequentially('ct');
    await expect(field(page, 'servicetags')).toHaveValue('ACTV123');
    await field(page, 'Client ID').fill('id-canary-51');
    await field(page, 'Client secret').fill('secret-canary-51');
    const url = `${simulator.url}/PROD/sbil/eapi/v5/asset-entitlements?servicetags=ACTV123`;
    await expect(main(page).getByText(url, { exact: true })).toBeVisible();
    await testButton(page).click();
    await expectSentence(notifications(page), 'API Test Successful');
    await expect(panel(page).getByText('200 OK', { exact: true })).toBeVisible();
    await expect(panel(page).getByText(url, { exact: true })).toBeVisible();
    await expect(body(page)).toContainText('"serviceTag": "ACTV123"');
    expectCalls(browserErrors, [`${simulator.url}/auth/oauth/v2/token`, url]);
  });

  test('to HP builds the body from the parameters', async ({ page, browserErrors }) => {
    await open(page);
    await fillHp(page);
    await expect(field(page, 'JSON request body')).toHaveAttribute('placeholder', '[{"sn":"SIM412ACTV"}]');
    await testButton(page).click();
    await expect(body(page)).toContainText('"serialNumber": "SIM412ACTV"');
    expectCalls(browserErrors, [
      `${simulator.url}/oauth/v1/token`,
      `${simulator.url}/productwarranty/v2/queries`,
    ]);
  });

  test('to Cisco puts the serial number into the path', async ({ page, browserErrors }) => {
    await open(page);
    await choose(page, 'Vendor', 'Cisco');
    await choose(page, 'Operation', 'Coverage summary');
    await field(page, 'serial_numbers').fill('sim2712actv');
    await field(page, 'Client ID').fill('id');
    await field(page, 'Client secret').fill('secret');
    await testButton(page).click();
    await expect(body(page)).toContainText('"sr_no": "SIM2712ACTV"');
    expectCalls(browserErrors, [
      `${simulator.url}/oauth2/default/v1/token`,
      `${simulator.url}/sn2info/v2/coverage/summary/serial_numbers/SIM2712ACTV`,
    ]);
  });

  test('to Lenovo needs no key, and has options with a default', async ({ page, browserErrors }) => {
    await open(page);
    await choose(page, 'Vendor', 'Lenovo');
    await field(page, 'serialNumber').fill('SIMACTV1');
    await expect(main(page).getByRole('combobox', { name: 'country' })).toHaveText('US');
    await choose(page, 'country', 'UK');
    await expect(main(page).getByRole('combobox', { name: 'Authentication type' })).toBeDisabled();
    await expect(field(page, 'API key')).toHaveCount(0);
    await expect(field(page, 'JSON request body')).toHaveAttribute(
      'placeholder',
      '{"serialNumber":"SIMACTV1","country":"gb","language":"en"}',
    );
    await testButton(page).click();
    await expect(body(page)).toContainText('"serial": "SIMACTV1"');
    expectCalls(browserErrors, [`${simulator.url}/us/en/api/v4/upsell/redport/getIbaseInfo`]);
  });

  test('to Meraki sends a bearer key', async ({ page, browserErrors }) => {
    await open(page);
    await choose(page, 'Vendor', 'Meraki');
    await choose(page, 'Operation', 'Organizations');
    await expect(main(page).getByText('This operation takes no parameters.')).toBeVisible();
    await field(page, 'API key').fill('mine');
    await expect(field(page, 'Header name')).toHaveAttribute('placeholder', 'Authorization');
    await testButton(page).click();
    await expect(body(page)).toContainText('"id": "700001"');
    await panel(page).getByText('Response headers').click();
    await expect(panel(page).getByText('application/json; charset=utf-8')).toBeVisible();
    expectCalls(browserErrors, [`${simulator.url}/api/v1/organizations`]);
  });

  test('with rejected keys shows the reply to the token request', async ({
    page,
    browserErrors,
    expectSentence,
  }) => {
    await open(page);
    await fillHp(page, 'bad');
    await testButton(page).click();
    await expectSentence(notifications(page), 'API Response Received');
    await expectSentence(notifications(page), '401 Unauthorized');
    await expect(panel(page).getByText('The token request was rejected.')).toBeVisible();
    await expect(panel(page).getByRole('button', { name: 'Suggest Mappings' })).toHaveCount(0);
    expectCalls(browserErrors, [`${simulator.url}/oauth/v1/token`]);
  });

  test('uses a single value as an access token', async ({ page, browserErrors }) => {
    await open(page);
    await choose(page, 'Vendor', 'HP');
    await field(page, 'serialNumber').fill('SIM412ACTV');
    await field(page, 'Client secret').fill('no-such-token');
    await testButton(page).click();
    await expect(panel(page).getByText('401 Unauthorized')).toBeVisible();
    expectCalls(browserErrors, [`${simulator.url}/productwarranty/v2/queries`]);
  });

  test('shows an HTML page as text, and never renders it', async ({ page, request }) => {
    await control(request, 'faults', { meraki: { htmlInsteadOfJson: { times: 1 } } });
    await open(page);
    await fillMeraki(page);
    await testButton(page).click();
    await expect(body(page)).toContainText('<title>Maintenance</title>');
    await expect(page.getByText('We will be back.', { exact: true })).toHaveCount(0);
  });

  test('times out after 15 seconds without a reply', async ({ page, request }) => {
    test.slow();
    await control(request, 'faults', { meraki: { hang: { times: 1 } } });
    await open(page);
    await fillMeraki(page);
    await testButton(page).click();
    await expect(page.getByRole('button', { name: 'Testing...' })).toBeDisabled();
    await expect(panel(page).getByText('The request timed out after 15 seconds.')).toBeVisible();
    await expect(panel(page).getByRole('button', { name: 'Send through the server' })).toHaveCount(0);
  });

  test('times out after 10 seconds without a token', async ({ page, browserErrors, request }) => {
    test.slow();
    await control(request, 'faults', { hp: { tokenHang: { times: 1 } } });
    await open(page);
    await fillHp(page);
    await testButton(page).click();
    await expect(panel(page).getByText('The token request timed out after 10 seconds.')).toBeVisible();
    expectCalls(browserErrors, [`${simulator.url}/oauth/v1/token`]);
  });

  test('can be canceled', async ({ page, request }) => {
    await control(request, 'faults', { meraki: { hang: { times: 1 } } });
    await open(page);
    await fillMeraki(page);
    await testButton(page).click();
    // Wait until the call has arrived: otherwise the next test would get the pending fault.
    await expect.poll(() => faultsOf('meraki')).not.toContain('"times":1');
    await press(page, 'Cancel');
    await expect(testButton(page)).toBeEnabled();
    await expect(page.locator('iframe')).toHaveCount(0);
  });
});

test.describe('a vendor without CORS access', () => {
  for (const [rule, about] of [
    ['off', 'sends no CORS headers'],
    ['no-null', 'refuses an origin without a name'],
  ] as const) {
    test(`${about}: fails in the browser and succeeds through the server`, async ({
      page,
      browserErrors,
      request,
      expectSentence,
    }) => {
      await setCors(request, { meraki: rule });
      await open(page);
      await fillMeraki(page);
      await testButton(page).click();
      await expectSentence(notifications(page), 'API Test Failed');
      for (const place of [notifications(page), panel(page)])
        await expectSentence(
          place,
          'Network error: Unable to reach the API endpoint. This may be due to CORS restrictions or the server being unavailable.',
        );
      expectCalls(browserErrors, [`${simulator.url}/api/v1/organizations/700001/devices`]);
      await press(page, 'Send through the server');
      await expect(notifications(page).getByText('API Test Successful')).toBeVisible();
      await expect(panel(page).getByText('Sent through the server', { exact: true })).toBeVisible();
      await expect(panel(page).getByText('200 OK', { exact: true })).toBeVisible();
      await expect(body(page)).toContainText('"serial": "QSIM-');
      await expect(panel(page).getByRole('button', { name: 'Suggest Mappings' })).toBeVisible();
    });
  }

  test('returns a rejection of the keys unchanged through the server', async ({ page, request }) => {
    await setCors(request, { meraki: 'off' });
    await open(page);
    await fillMeraki(page);
    await field(page, 'API key').fill('bad');
    await testButton(page).click();
    await press(page, 'Send through the server');
    await expect(notifications(page).getByText('API Response Received')).toBeVisible();
    await expect(panel(page).getByText('401 Unauthorized', { exact: true })).toBeVisible();
  });

  test('does not offer the server for a custom URL that the server may not call', async ({
    page,
    request,
  }) => {
    await setCors(request, { meraki: 'off' });
    await openCustom(page, `${simulator.url}/api/v1/organizations`);
    for (const [url, why] of [
      [simulator.url, `Port ${new URL(simulator.url).port} is not allowed.`],
      ['https://127.0.0.1', 'Only public addresses are allowed, and 127.0.0.1 is not public.'],
    ]) {
      await field(page, 'Endpoint URL').fill(`${url}/api/v1/organizations`);
      await testButton(page).click();
      await expect(panel(page).getByText(`This call cannot go through the server. ${why}`)).toBeVisible();
      await expect(panel(page).getByRole('button', { name: 'Send through the server' })).toHaveCount(0);
    }
  });

  test('reports a token reply without a token as a failure', async ({ page }) => {
    const token = { 'access-control-allow-origin': '*', 'content-type': 'application/json' };
    await page.route('**/oauth/v1/token', (route) => route.fulfill({ headers: token, body: '{}' }));
    await open(page);
    await fillHp(page);
    await page.route('**/api/vendor-operations', (route) =>
      route.fulfill({
        json: {
          success: false,
          data: null,
          status: 200,
          headers: {},
          requestConfig: {
            vendor: 'hp',
            operation: 'warranties',
            url: 'https://a.example/token',
            method: 'POST',
          },
          error: 'The token response does not contain an access token.',
          details: [],
        },
      }),
    );
    const expectFailure = async () => {
      await expect(notifications(page).getByText('API Test Failed')).toBeVisible();
      await expect(notifications(page).getByText('API Test Successful')).toHaveCount(0);
      await expect(
        panel(page).getByText('The token response does not contain an access token.'),
      ).toBeVisible();
      await expect(panel(page).getByText('The operation itself was not called.')).toBeVisible();
      await expect(panel(page).getByRole('button', { name: 'Suggest Mappings' })).toHaveCount(0);
    };
    await testButton(page).click();
    await expectFailure();
    // The same through the server, which the page offers after a network error.
    await page.route('**/oauth/v1/token', (route) => route.abort());
    await testButton(page).click();
    await press(page, 'Send through the server');
    await expect(panel(page).getByText('Sent through the server', { exact: true })).toBeVisible();
    await expectFailure();
  });
});
