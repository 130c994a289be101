import { closeDialog } from '../support/close-dialog.ts';
import { press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  device,
  discoveriesPath,
  downloadPath,
  makeSecret,
  office,
  openDetails,
  sendScan,
} from './agents.page.ts';

test('accessibility of agents: has no violations in any state', async ({
  page,
  expectAccessibleEverywhere,
}) => {
  test.slow();
  await page.goto(discoveriesPath);
  await expect(page.getByText('No discoveries yet')).toBeVisible();
  await expectAccessibleEverywhere(page, 'no discoveries');
  await page.getByRole('link', { name: 'Show a sample scan' }).click();
  await expect(device(page, '192.0.2.20')).toBeVisible();
  await expectAccessibleEverywhere(page, 'sample scan');
  await page.goto(downloadPath);
  await expect(page.getByText('No agent secrets yet')).toBeVisible();
  await page.getByRole('tab', { name: 'macOS' }).click();
  await press(page, 'Download for macOS');
  await expect(page.getByText('Executable Not Available').first()).toBeVisible();
  await expectAccessibleEverywhere(page, 'executable not available');
  await page.getByRole('tab', { name: 'Windows' }).click();
  await expect(page.getByText('SHA-256', { exact: true })).toBeVisible();
  await press(page, 'Create secret');
  await expect(page.getByText('Please enter a name for the secret')).toBeVisible();
  await expectAccessibleEverywhere(page, 'secret without a name');
  await page.getByRole('textbox', { name: 'Name' }).fill('W'.repeat(100));
  await press(page, 'Create secret');
  await expect(page.getByRole('dialog', { name: 'Your new agent secret' })).toBeVisible();
  await expectAccessibleEverywhere(page, 'new agent secret');
  await press(page, 'I have copied it');
  await closeDialog(page);
  await expect(page.getByText(/^Checking every few seconds/)).toBeVisible();
  await expectAccessibleEverywhere(page, 'waiting for the first scan');

  const secret = await makeSecret(page);
  const long = {
    ip: '2001:db8:1:2:3:4:5:6',
    hostname: 'W'.repeat(255),
    serial: 'W'.repeat(100),
    vendor: 'W'.repeat(200),
  };
  await sendScan(page, secret, {
    devices: [...office, { ip: '10.77.0.77' }],
    scannedAt: new Date(Date.now() - 60_000),
  });
  const id = await sendScan(page, secret, {
    devices: [...office.slice(1), long],
    hostname: 'W'.repeat(255),
  });
  await expect(page.getByText('Your scan is here')).toBeVisible();
  await expectAccessibleEverywhere(page, 'first scan');
  await page.goto(discoveriesPath);
  await expect(page.getByText('2 sessions')).toBeVisible();
  await expect(device(page, '10.77.0.10')).toBeVisible();
  await expectAccessibleEverywhere(page, 'newest session');
  await page.goto(`${discoveriesPath}?session=${id}`);
  await expect(device(page, '10.77.0.10')).toBeVisible();
  await press(page, 'Look up all warranties');
  await expect(page.getByRole('link', { name: 'Add keys' })).toBeVisible();
  await page.getByText('Show subnets as a table').click();
  await page.getByText('2 devices missing since the previous scan').click();
  await expectAccessibleEverywhere(page, 'session with warranties');
  await openDetails(page, long.ip);
  await expectAccessibleEverywhere(page, 'details of a device');
  await closeDialog(page);
  await page.getByRole('searchbox').fill('nothing');
  await expect(page.getByText('No matching devices')).toBeVisible();
  await expectAccessibleEverywhere(page, 'search without a match');
  await page.route('**/api/agent/discoveries/*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.route('**/api/agent/discoveries', (route) => route.fulfill({ status: 500, body: '' }));
  await press(page, 'Refresh');
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(2);
  await expectAccessibleEverywhere(page, 'failed refresh');
  await page.reload();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(2);
  await expectAccessibleEverywhere(page, 'failed load');
});
