import { closeDialog } from '../support/close-dialog.ts';
import { download, press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  device,
  discoveriesPath,
  makeSecret,
  office,
  openDetails,
  sendScan,
  sessions,
  unknownTags,
} from './agents.page.ts';

const listCall = '**/api/agent/discoveries';
const detailCall = '**/api/agent/discoveries/*';
const hour = 3600_000;

// Wide enough for all columns.
test.use({ viewport: { width: 1440, height: 900 } });

test.describe('Agent Discoveries', () => {
  test('links to the agents when there are no scans', async ({ page, expectSentence }) => {
    await page.goto(discoveriesPath);
    await expect(page).toHaveTitle('Agent Discoveries · IT Warranty Lookup');
    const main = page.getByRole('main');
    await expectSentence(main, [
      'Back to Home',
      'Agent Discoveries',
      '0 sessions',
      'No discoveries yet',
      'Refresh',
    ]);
    await main.getByRole('link', { name: 'Download Agents' }).click();
    await expect(page).toHaveURL('/agent-download');
  });

  test('shows a sample scan, which is closed by a click or by the first real scan', async ({ page }) => {
    await page.goto(discoveriesPath);
    const sample = page.getByRole('link', { name: 'Show a sample scan' });
    const notice = page.getByText('Sample scan: none of these devices is real');
    await sample.click();
    await expect(notice).toBeVisible();
    await expect(device(page, '192.0.2.20')).toContainText('reception-pc.office.example');
    await expect(page.getByRole('link', { name: 'Evaluate All' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Close the sample' }).click();
    await expect(page).toHaveURL(discoveriesPath);
    await sample.click();
    await expect(notice).toBeVisible();
    await sendScan(page, await makeSecret(page), { devices: office });
    await press(page, 'Refresh');
    await expect(device(page, '10.77.0.2')).toBeVisible();
    await expect(notice).toHaveCount(0);
    await expect(device(page, '192.0.2.20')).toHaveCount(0);
  });

  test('lists sessions, and shows a session with its devices', async ({ page, expectSentence }) => {
    const secret = await makeSecret(page, 'All branches', true);
    await sendScan(page, secret, { devices: [], hostname: null, agentId: 'branch-south' });
    await sendScan(page, secret, { devices: office });
    await page.goto(discoveriesPath);
    const main = page.getByRole('main');
    await expectSentence(main, '2 sessions');
    const links = sessions(page).getByRole('link');
    await expect(links.nth(0)).toContainText('scanner-01');
    await expect(links.nth(0)).toContainText('5 devices');
    await expect(links.nth(0)).toContainText('linux');
    await expect(links.nth(0).getByRole('time')).toHaveText(/^\d+ \w{3} \d{4}, \d\d:\d\d$/);
    await expect(links.nth(1)).toContainText('branch-south');
    await expect(device(page, '10.77.0.2')).toBeVisible();
    await expect(page).toHaveURL(discoveriesPath);
    await expect(links.nth(0)).toHaveAttribute('aria-current', 'page');
    await expect(links.nth(1)).not.toHaveAttribute('aria-current');

    await links.nth(0).click();
    await expect(page).toHaveURL(/\?session=[0-9a-f-]{36}$/);
    await expect(links.nth(0)).toHaveAttribute('aria-current', 'page');
    await expectSentence(main, [
      'Agent ID',
      'Platform',
      'Scan Time',
      'Total Devices',
      'Discovered Devices',
      'Evaluate All',
    ]);
    const pc = device(page, '10.77.0.2');
    await expectSentence(pc, 'pc-anna.office.example');
    await expectSentence(pc, 'f4:8e:38:00:00:02');
    for (const port of ['22', '80', '135', '139', '443'])
      await expect(pc.getByText(port, { exact: true })).toBeVisible();
    await expect(pc.getByText('445', { exact: true })).toHaveCount(0);
    await expectSentence(pc, '+2 more');
    await expectSentence(pc, 'Evaluate');
    await expect(device(page, '10.77.0.11').getByText('No open ports')).toBeVisible();
    await expect(device(page, '10.77.0.11').getByLabel('random')).toBeVisible();
    await expect(device(page, '10.77.0.12').getByText(/more$/)).toHaveCount(0);

    let details = await openDetails(page, '10.77.0.2');
    await expect(details.getByText('22 80 135 139 443 445 3389')).toBeVisible();
    await expect(details.getByText(/^\d+ \w{3} \d{4}, \d\d:\d\d$/)).toBeVisible();
    for (const text of ['f4:8e:38:00:00:02', 'Dell Inc.', 'OptiPlex 7090', 'SMP0001', 'Computer'])
      await expect(details.getByText(text, { exact: true })).toBeVisible();
    await closeDialog(page);
    details = await openDetails(page, '10.77.0.11');
    await expect(details.getByText(/^random: the device generated it/)).toBeVisible();
    await expect(details.getByText('No open ports')).toBeVisible();
    await closeDialog(page);

    await links.nth(1).click();
    await expect(main.getByText('No devices in this scan')).toBeVisible();
    await page.goBack();
    await expect(pc).toBeVisible();
    await page.reload();
    await expect(pc).toBeVisible();
  });

  test('sends one device or all devices to the predictor', async ({ page }) => {
    const id = await sendScan(page, await makeSecret(page), { devices: office });
    await page.goto(`${discoveriesPath}?session=${id}`);
    await device(page, '10.77.0.10').getByRole('link', { name: 'Evaluate printer-2' }).click();
    await expect(page).toHaveURL(
      '/purchase-date-predictor?ip=10.77.0.10&hostname=printer-2&mac=00%3A1b%3Aa9%3A00%3A00%3A10&type=printer',
    );
    await page.goBack();
    await device(page, '10.77.0.11').getByRole('link', { name: 'Evaluate 10.77.0.11' }).click();
    await expect(page).toHaveURL('/purchase-date-predictor?ip=10.77.0.11&mac=da%3Aa1%3A19%3A00%3A00%3A11');
    await page.goBack();
    await device(page, '10.77.0.2')
      .getByRole('link', { name: /^Evaluate/ })
      .click();
    await expect(page.getByLabel('Asset description')).toHaveValue(
      /, Type: desktop, Manufacturer: Dell Inc\., Model: OptiPlex 7090, Serial: SMP0001$/,
    );
    await press(page, 'Predict Purchase Date');
    const understood = page.getByRole('region', { name: 'Predicted purchase date' });
    for (const fact of ['Dell Inc.', 'OptiPlex 7090', 'SMP0001'])
      await expect(understood.getByText(fact, { exact: true })).toBeVisible();
    await page.goBack();
    await page.getByRole('link', { name: 'Evaluate All' }).click();
    await expect(page).toHaveURL(new RegExp(`/purchase-date-predictor\\?discovery=${id}`));
  });

  test('shows new scans after Refresh', async ({ page }) => {
    const secret = await makeSecret(page);
    await page.goto(discoveriesPath);
    await expect(page.getByText('0 sessions')).toBeVisible();
    await sendScan(page, secret, { devices: office });
    await press(page, 'Refresh');
    await expect(page.getByText('1 session', { exact: true })).toBeVisible();
    await expect(device(page, '10.77.0.2')).toBeVisible();
    await sendScan(page, secret, { devices: office.slice(1) });
    await press(page, 'Refresh');
    await expect(page.getByText('2 sessions', { exact: true })).toBeVisible();
    await expect(page.getByText('4 devices', { exact: true }).first()).toBeVisible();
    await expect(device(page, '10.77.0.10')).toBeVisible();
    await expect(device(page, '10.77.0.2')).toHaveCount(0);
  });

  test('can be navigated by keyboard from the list to a device', async ({ page }) => {
    await sendScan(page, await makeSecret(page), { devices: office.slice(0, 1) });
    await page.goto(discoveriesPath);
    await sessions(page).getByRole('link').focus();
    await page.keyboard.press('Enter');
    await expect(device(page, '10.77.0.2')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search devices' }).focus();
    await page.keyboard.type('nothing like it');
    await expect(page.getByText('No matching devices')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
    await expect(device(page, '10.77.0.2')).toBeVisible();
  });
});

test.describe('discoveries that fail to load', () => {
  test('show an error, and load on retry', async ({ page, expectSentence }) => {
    const id = await sendScan(page, await makeSecret(page), { devices: office });
    await page.route(listCall, (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto(discoveriesPath);
    await expectSentence(page, 'Error loading agent discoveries. Please try again later.');
    await page.unroute(listCall);
    await press(page, 'Try again');
    await expect(sessions(page).getByRole('link')).toHaveCount(1);

    await page.route(detailCall, (route) => route.abort());
    await page.goto(`${discoveriesPath}?session=${id}`);
    await expectSentence(page, 'Error loading session details. Please try again.');
    await page.unroute(detailCall);
    await press(page, 'Try again');
    await expect(device(page, '10.77.0.2')).toBeVisible();
  });

  test('include those of another user', async ({ page, openElsewhere }) => {
    const id = await sendScan(page, await makeSecret(page), { devices: office });
    const stranger = await openElsewhere();
    await stranger.goto(`${discoveriesPath}?session=${id}`);
    await expect(stranger.getByText('Error loading session details. Please try again.')).toBeVisible();
    await expect(stranger.getByText('0 sessions')).toBeVisible();
  });
});

test.describe('text reported by devices', () => {
  test('is never interpreted, on the screen or in the export', async ({ page }) => {
    const hostile = '<img src=x onerror="window.hacked=1">';
    const formula = '=cmd|"/C calc"!A0';
    const id = await sendScan(page, await makeSecret(page, '<b>bold</b>'), {
      agentId: '=1+1 <script>window.hacked=2</script>',
      hostname: '<svg onload="window.hacked=3">',
      devices: [
        { ip: '10.0.0.1', hostname: hostile, vendor: '@SUM(1)', open_ports: [22] },
        { ip: '10.0.0.2', hostname: formula, model: '"><img src=x onerror=alert(1)>', serial: '-2+3' },
      ],
    });
    await page.goto(`${discoveriesPath}?session=${id}`);
    await expect(device(page, '10.0.0.1').getByText(hostile)).toBeVisible();
    await expect(device(page, '10.0.0.2').getByText(formula)).toBeVisible();
    await expect(page.locator('main img, main script')).toHaveCount(0);
    expect(await page.evaluate(() => (window as unknown as { hacked?: number }).hacked)).toBeUndefined();

    const { name, text } = await download(page, 'Export CSV');
    expect(name).toMatch(/^agent-discovery--1-1-script-window-hacked-2-script--\d{8}-\d{6}\.csv$/);
    expect(text.charCodeAt(0)).toBe(0xfeff);
    expect(text).toContain(`"<img src=x onerror=""window.hacked=1"">"`);
    expect(text).toContain(`"'=cmd|""/C calc""!A0"`);
    expect(text).toContain(`,'@SUM(1),`);
    expect(text).toContain(`,'-2+3,`);
    await page.goto('/agent-download');
    await expect(page.getByRole('heading', { name: '<b>bold</b>' })).toBeVisible();
  });
});

test.describe('devices across scans', () => {
  test('are recognized, and new and missing ones are marked', async ({ page }) => {
    const secret = await makeSecret(page);
    const [pc, printer, phone, laptop] = office as [object, object, object, object];
    const at = (device: object, ip: string) => ({ ...device, ip });
    await sendScan(page, secret, {
      devices: [at(pc, '10.77.0.2'), at(printer, '10.77.0.10'), at(phone, '10.77.0.11')],
      scannedAt: new Date(Date.now() - 5 * 60_000),
    });
    const id = await sendScan(page, secret, {
      devices: [at(pc, '10.77.0.33'), at(printer, '10.77.0.10'), at(laptop, '10.77.0.12')],
    });
    await page.goto(`${discoveriesPath}?session=${id}`);
    await expect(device(page, '10.77.0.33').getByText('Moved', { exact: true })).toHaveCount(1);
    await expect(device(page, '10.77.0.10').getByText(/^(New|Moved)$/)).toHaveCount(0);
    await expect(device(page, '10.77.0.12').getByText('New', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'New 1' }).click();
    await expect(page.getByText('1 of 3 devices')).toBeVisible();
    await expect(device(page, '10.77.0.33')).toHaveCount(0);
    await page.getByText('1 device missing since the previous scan').click();
    await expect(page.getByText('da:a1:19:00:00:11')).toBeVisible();
  });

  test('with a wrong clock or a duplicate scan time are marked', async ({ page }) => {
    const secret = await makeSecret(page);
    const scannedAt = new Date(Date.now() - 3 * hour);
    await sendScan(page, secret, { devices: office.slice(0, 1), scannedAt });
    const id = await sendScan(page, secret, { devices: office.slice(0, 2), scannedAt });
    await page.goto(`${discoveriesPath}?session=${id}`);
    await expect(page.getByText(/^The scan time is 3 hours behind the time we received it/)).toBeVisible();
    await expect(page.getByText('Duplicate scan time')).toBeVisible();
    await expect(sessions(page).getByLabel('Duplicate scan time')).toHaveCount(1);
    await expect(sessions(page).getByLabel('Scan time differs from ours')).toHaveCount(2);
  });
});

test.describe('the warranty of a device', () => {
  test('is shown for one device or all, and missing keys are reported', async ({ page }) => {
    const devices = [
      { ...office[0], serial: unknownTags[0] },
      ...office.slice(1),
      { ...office[0], ip: '10.77.0.50', hostname: 'pc-2', serial: unknownTags[1], mac: null },
    ] as typeof office;
    const secret = await makeSecret(page);
    const id = await sendScan(page, secret, { devices, scannedAt: new Date(Date.now() - 60_000) });
    await page.goto(`${discoveriesPath}?session=${id}`);
    const [pc, second] = [device(page, '10.77.0.2'), device(page, '10.77.0.50')];
    const ends = /^Ends \d+ \w{3} \d{4}$/;
    await press(pc, 'Look up warranty of pc-anna.office.example');
    await expect(pc.getByText(ends)).toBeVisible();
    // Only its details.
    await expect(pc.getByRole('button')).toHaveCount(1);
    await expect(device(page, '10.77.0.10').getByRole('button')).toHaveCount(1);
    const details = await openDetails(page, '10.77.0.2');
    await expect(details.getByText(/Dell sample data, checked/)).toBeVisible();
    await expect(details.getByText(ends)).toBeVisible();
    await closeDialog(page);

    await press(page, 'Look up all warranties');
    await expect(second.getByText(ends)).toBeVisible();
    const laptop = device(page, '10.77.0.12');
    await expect(laptop.getByRole('link', { name: 'Add keys' })).toHaveAttribute('href', '/api-keys');
    await expect(
      (await openDetails(page, '10.77.0.12')).getByText(/^Serial number found. Lenovo lookups need API keys/),
    ).toBeVisible();
    await closeDialog(page);

    await pc.getByRole('link', { name: 'Evaluate pc-anna.office.example' }).click();
    await expect(page).toHaveURL(/purchase-date-predictor/);
    await page.goBack();
    await expect(pc.getByText(ends)).toBeVisible();
    await expect(second.getByText(ends)).toBeVisible();
    await expect(laptop.getByRole('link', { name: 'Add keys' })).toBeVisible();

    const lines = (await download(page, 'Export CSV')).text.split('\r\n');
    expect(lines[0]).toContain('Warranty Status,Warranty Start Date,Warranty End Date');
    expect(lines[1]).toMatch(/SMP[A-Z]{4}.*(active|expiring|expired).*Dell \(sample data\)/);

    await page.reload();
    await expect(pc.getByText(ends)).toBeVisible();
    await expect(second.getByText(ends)).toBeVisible();
    // The same device in the next scan.
    await sendScan(page, secret, { devices: devices.slice(0, 2) });
    await page.goto(discoveriesPath);
    await expect(page.getByText('2 sessions')).toBeVisible();
    await expect(pc.getByText(ends)).toBeVisible();
    await expect(second).toHaveCount(0);
  });

  test('can be looked up although those that are known fail to load', async ({ page }) => {
    await page.route('**/api/warranty/bulk', (route) => route.abort());
    const id = await sendScan(page, await makeSecret(page), {
      devices: [{ ...office[0], ip: '10.77.0.2', serial: unknownTags[2] }],
    });
    await page.goto(`${discoveriesPath}?session=${id}`);
    await expect(page.getByText('Failed to load known warranties.')).toBeVisible();
    const pc = device(page, '10.77.0.2');
    await press(pc, 'Look up warranty of pc-anna.office.example');
    await expect(pc.getByText(/^Ends /)).toBeVisible();
    await page.unroute('**/api/warranty/bulk');
    await press(page, 'Try again');
    await expect(page.getByText('Failed to load known warranties.')).toHaveCount(0);
    await expect(pc.getByText(/^Ends /)).toBeVisible();
  });
});

test.describe('the scan overview', () => {
  test('filters by type, subnet and text, and is available as a table', async ({ page }) => {
    const id = await sendScan(page, await makeSecret(page), { devices: office });
    await page.goto(`${discoveriesPath}?session=${id}`);
    const picture = page.getByRole('region', { name: 'Scan overview' });
    await picture.getByRole('button', { name: /Printer/ }).click();
    await expect(page.getByText('1 of 5 devices')).toBeVisible();
    await expect(device(page, '10.77.0.10')).toBeVisible();
    await picture.getByRole('button', { name: /Printer/ }).click();
    await picture.getByRole('button', { name: '10.77.1.0/24 1' }).click();
    await expect(page.getByText('1 of 5 devices')).toBeVisible();
    await picture.getByRole('button', { name: '10.77.1.0/24 1' }).click();
    await page.getByRole('searchbox', { name: 'Search devices' }).fill('brother 9100');
    await expect(page.getByText('1 of 5 devices')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search devices' }).fill('');
    await page.getByRole('button', { name: 'Random MAC 1' }).click();
    await expect(device(page, '10.77.0.11')).toBeVisible();
    await expect(page.getByText('1 of 5 devices')).toBeVisible();
    await picture.getByText('Show subnets as a table').click();
    await expect(picture.getByRole('row', { name: /10\.77\.0\.0\/24/ })).toBeVisible();
  });
});
