import { expect, test } from '../support/fixtures.ts';
import { storedText } from '../support/stored-text.ts';
import {
  choose,
  field,
  ignoreForeignCalls,
  main,
  open,
  openCustom,
  openVendors,
  panel,
  press,
  testButton,
} from './api-tester.page.ts';

const canary = 'canary-4f81';

ignoreForeignCalls();
const simulator = openVendors('dell', 'lenovo');

test.describe('keys entered in the API tester', () => {
  test('are not in any browser storage', async ({ page }) => {
    await open(page);
    await choose(page, 'Vendor', 'Dell');
    await choose(page, 'Operation', 'Asset warranty');
    await field(page, 'servicetags').fill('ACTV123');
    await field(page, 'Client ID').fill(canary);
    await field(page, 'Client secret').fill(canary);
    await testButton(page).click();
    await expect(panel(page).getByText('200 OK')).toBeVisible();

    await page.getByRole('checkbox', { name: 'Custom URL Mode' }).click();
    await field(page, 'Endpoint URL').fill(
      `${simulator.url}/us/en/api/v4/upsell/redport/getIbaseInfo?token=${canary}`,
    );
    await choose(page, 'HTTP method', 'POST');
    await choose(page, 'Authentication type', 'Query parameter');
    await field(page, 'API key').fill(canary);
    await press(page, 'Add header');
    await field(page, 'Header name 1').fill('X-Secret');
    await field(page, 'Header value 1').fill(canary);
    await field(page, 'JSON request body').fill(`{"serialNumber":"SIMACTV1","secret":"${canary}"}`);
    await testButton(page).click();
    await expect(panel(page).locator('pre')).toContainText('SIMACTV1');

    const kept = await storedText(page);
    expect(kept).toContain(simulator.url);
    expect(kept).not.toContain('getIbaseInfo');
    expect(kept).not.toContain(canary);
  });

  test('are cleared with the page, while the requests can be repeated', async ({ page, browserErrors }) => {
    await open(page);
    await press(page, 'Fill in a sample');
    await field(page, 'Client secret').fill(canary);
    await testButton(page).click();
    await expect(panel(page).getByText('200 OK')).toBeVisible();
    browserErrors.length = 0;
    await page.reload();
    await press(page, 'GET Dell: Asset warranty, ACTV123');
    await expect(field(page, 'servicetags')).toHaveValue('ACTV123');
    await expect(field(page, 'Client secret')).toHaveValue('');
    await press(page, 'Clear');
    await expect(page.getByRole('heading', { name: 'Recent requests' })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No response yet' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Recent requests' })).toHaveCount(0);
  });

  test('are deleted along with the requests when the browser is forgotten', async ({
    page,
    browserErrors,
  }) => {
    await open(page);
    await press(page, 'Fill in a sample');
    await testButton(page).click();
    await expect(page.getByRole('heading', { name: 'Recent requests' })).toBeVisible();
    browserErrors.length = 0;
    await page.goto('/api-keys?tab=browser');
    await page.getByRole('button', { name: 'Forget this browser' }).click();
    await page.getByRole('checkbox', { name: 'Permanently delete all of this data' }).click();
    await page.getByRole('button', { name: 'Delete everything' }).click();
    await expect(page).toHaveURL('/');
    expect(await storedText(page)).not.toContain('ACTV123');
  });
});

test.describe('the page', () => {
  test("cannot call another host, while the tester's frame can", async ({ page, browserErrors }) => {
    await openCustom(page, `${simulator.url}/auth/oauth/v2/token`, 'POST');
    const url = `${simulator.url}/auth/oauth/v2/token`;
    const failed = await page.evaluate((address) => fetch(address).then(String, (error) => error.name), url);
    expect(failed).toBe('TypeError');
    await expect
      .poll(() => browserErrors.filter((each) => each.startsWith('policy')).length)
      .toBeGreaterThan(0);
    expect(browserErrors.filter((each) => each.startsWith('policy')).join()).toContain("connect-src 'self'");
    browserErrors.length = 0;
    await testButton(page).click();
    await expect(panel(page).getByText('400 Bad Request', { exact: true })).toBeVisible();
  });

  test('is the only window whose port the frame accepts', async ({ page }) => {
    await page.goto('/external-api');
    await expect(main(page)).toBeVisible();
    await page.evaluate(async () => {
      for (const [name, source] of [
        ['stranger', 'about:blank'],
        ['request', '/api/request-frame'],
      ] as const) {
        const frame = document.createElement('iframe');
        if (name === 'request') frame.setAttribute('sandbox', 'allow-scripts');
        Object.assign(frame, { name, src: source });
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
        document.body.append(frame);
        await loaded;
      }
    });
    // Connects from another window of the same origin; a reply would be recorded in the parent page.
    await page.frame('stranger')?.evaluate(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => parent.document.body.setAttribute('data-answered', 'stranger');
      parent.frames[1]?.postMessage('connect', '*', [port2]);
    });
    const answers = await page.evaluate(async () => {
      const connect = () => {
        const { port1, port2 } = new MessageChannel();
        const answered: unknown[] = [];
        port1.onmessage = ({ data }) => answered.push(data);
        frames[1]?.postMessage('connect', '*', [port2]);
        return { port: port1, answered };
      };
      const [own, second] = [connect(), connect()];
      // Once this is answered, all earlier messages have been handled.
      own.port.postMessage({ url: 'data:,', method: 'GET', headers: {}, timeoutMs: 5000 });
      while (own.answered.length < 2) await new Promise((resolve) => requestAnimationFrame(resolve));
      return { own: own.answered, second: second.answered, stranger: document.body.dataset.answered };
    });
    expect(answers).toEqual({ own: ['ready', { failure: 'network' }], second: [], stranger: undefined });
  });
});
