import type { Page } from '@playwright/test';
import { countRequests } from '../support/calls.ts';
import { press, readClipboard } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import { device, downloadPath, makeSecret, office, sendScan, unknownTags } from './agents.page.ts';

const listCall = '**/api/agent/discoveries';
const current = (page: Page) => page.getByRole('list', { name: 'Progress' }).locator('[aria-current=step]');
const waiting = (page: Page) => page.getByText(/^Checking every few seconds/);

test.describe('the steps to the first scan', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('lead from a name to a warranty', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(downloadPath);
    await page.getByRole('tab', { name: 'Linux' }).click();
    await expect(current(page)).toContainText('Current: Name');
    await expect(waiting(page)).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Name' }).fill('Office north');
    await expect(current(page)).toContainText('Current: Secret');
    await page.keyboard.press('Enter');
    const shown = page.getByRole('dialog', { name: 'Your new agent secret' });
    const secret = (await shown.getByText(/^wla_/).textContent()) ?? '';
    await press(page, 'I have copied it');
    await press(page, 'Saved it');
    await expect(page.getByText(/^“Office north” is active\./)).toBeVisible();
    await expect(current(page)).toContainText('Current: Download');
    await expect(waiting(page)).toBeVisible();
    await Promise.all([page.waitForEvent('download'), press(page, 'Download for Linux')]);
    await expect(current(page)).toContainText('Current: Run');
    await press(page, 'Copy quick start for Linux');
    await expect(current(page)).toContainText('Current: First scan');
    expect(await readClipboard(page)).toContain(`echo '${secret}' |`);
    expect(page.url()).not.toContain('wla_');

    const id = await sendScan(page, secret, {
      devices: [{ ...office[0], ip: '10.77.0.2', serial: unknownTags[3] }],
    });
    await expect(page.getByRole('heading', { name: 'Your scan is here' })).toBeVisible();
    await expect(page.getByText('scanner-01 found 1 device, 1 device with a serial number.')).toBeVisible();
    await expect(current(page)).toHaveCount(0);
    await expect(page.getByText('Only for office-north')).toBeVisible();
    await press(page, 'Look up 1 warranty');
    await expect(page).toHaveURL(`/agent-discoveries?session=${id}`);
    await expect(device(page, '10.77.0.2').getByText(/^Ends /)).toBeVisible();
  });

  test('can be skipped with a secret from before, and do not show earlier scans', async ({ page }) => {
    const secret = await makeSecret(page);
    await sendScan(page, secret, { devices: office });
    await page.goto(downloadPath);
    await expect(page.getByText('Last scan just now by office-north')).toBeVisible();
    await press(page, 'I already have a secret');
    await expect(page.getByRole('tab', { selected: true })).toBeFocused();
    await expect(current(page)).toContainText('Current: Download');
    await expect(waiting(page)).toBeVisible();
    const id = await sendScan(page, secret, { devices: office.slice(1, 3) });
    await expect(page.getByText('scanner-01 found 2 devices, 0 devices with a serial number.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Look up/ })).toHaveCount(0);
    await page.getByRole('link', { name: 'Open the scan' }).click();
    await expect(page).toHaveURL(`/agent-discoveries?session=${id}`);
    await expect(device(page, '10.77.0.10')).toBeVisible();
  });

  test('say what to check if no scan arrives, and stop asking when it is there', async ({ page }) => {
    await page.clock.install();
    const secret = await makeSecret(page);
    const calls = countRequests(
      page,
      (request) => new URL(request.url()).pathname === '/api/agent/discoveries',
    );
    await page.goto(downloadPath);
    await expect.poll(() => calls.made).toBe(1);
    await press(page, 'I already have a secret');
    await expect(waiting(page)).toBeVisible();
    await expect(page.getByText('No scan has arrived yet')).toHaveCount(0);
    await page.clock.fastForward('03:05');
    await expect(page.getByText('No scan has arrived yet')).toBeVisible();

    await page.route(listCall, (route) => route.abort());
    await page.clock.fastForward('00:20');
    await expect(page.getByText(/^This page cannot reach the server\./)).toBeVisible();
    await page.unroute(listCall);
    await sendScan(page, secret, { devices: office });
    await page.clock.fastForward('00:20');
    await expect(page.getByRole('heading', { name: 'Your scan is here' })).toBeVisible();
    const before = calls.made;
    await page.clock.runFor('01:00');
    await expect(page.getByText(/^Last scan/)).toBeVisible();
    expect(calls.made).toBe(before);
  });
});
