import { closeByEscape, closeDialog } from '../support/close-dialog.ts';
import { chooseOption, press } from '../support/controls.ts';
import { expect, expectNoHorizontalScroll, test } from '../support/fixtures.ts';
import {
  addresses,
  device,
  deviceCard,
  discoveriesPath,
  makeSecret,
  office,
  openDetails,
  sendScan,
} from './agents.page.ts';

const desk = { width: 1440, height: 900 };
const header = (name: string) => ({ name, exact: true });

test.describe('the table of devices', () => {
  test.use({ viewport: desk });

  test('has rows of about 40 pixels', async ({ page }) => {
    await sendScan(page, await makeSecret(page), { devices: office });
    await page.goto(discoveriesPath);
    await expect(device(page, '10.77.1.1')).toBeVisible();
    for (const { ip } of office) {
      const box = await device(page, ip).boundingBox();
      expect(box?.height).toBeLessThanOrEqual(44);
    }
    const name = page.getByTitle('pc-anna.office.example').locator('span');
    expect(await name.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
    await expectNoHorizontalScroll(page);
    const table = page.getByRole('table', { name: 'Discovered Devices' }).locator('..');
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });

  test('is sorted by its headers, also after a reload', async ({ page }) => {
    await sendScan(page, await makeSecret(page), { devices: office });
    await page.goto(discoveriesPath);
    await expect(device(page, '10.77.0.2')).toBeVisible();
    const [pc, printer, phone, laptop, router] = office.map(({ ip }) => ip) as [
      ...[string, string, string, string, string],
    ];
    await expect.poll(() => addresses(page)).toEqual([pc, printer, phone, laptop, router]);
    const column = page.getByRole('columnheader', header('Host name'));
    await column.getByRole('button').click();
    await expect(column).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(() => addresses(page)).toEqual([laptop, pc, printer, router, phone]);
    await expect(page).toHaveURL(`${discoveriesPath}?sort=hostname`);
    await column.getByRole('button').press('Enter');
    await expect.poll(() => addresses(page)).toEqual([router, printer, pc, laptop, phone]);
    await expect(page).toHaveURL(`${discoveriesPath}?sort=-hostname`);
    await page.reload();
    await expect(column).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(() => addresses(page)).toEqual([router, printer, pc, laptop, phone]);
    await page.getByRole('columnheader', header('Ports')).getByRole('button').click();
    await expect.poll(() => addresses(page)).toEqual([phone, printer, router, laptop, pc]);
    await page.getByRole('columnheader', header('IP address')).getByRole('button').click();
    await expect(page).toHaveURL(discoveriesPath);
    await expect.poll(() => addresses(page)).toEqual([pc, printer, phone, laptop, router]);
  });

  test('keeps filters in the address, over a reload and over Back', async ({ page }) => {
    const id = await sendScan(page, await makeSecret(page), { devices: office });
    await page.goto(`${discoveriesPath}?session=${id}`);
    await page.getByRole('button', { name: 'Has serial number 2' }).click();
    await page.getByRole('searchbox', { name: 'Search devices' }).fill('thinkpad');
    await expect(page.getByText('1 of 5 devices')).toBeVisible();
    await expect(page).toHaveURL(`${discoveriesPath}?session=${id}&q=thinkpad&show=serial`);
    await page.reload();
    await expect(page.getByText('1 of 5 devices')).toBeVisible();
    await expect(page.getByRole('searchbox', { name: 'Search devices' })).toHaveValue('thinkpad');
    await expect(page.getByRole('button', { name: 'Has serial number 2' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await device(page, '10.77.0.12').getByRole('link', { name: 'Evaluate laptop-7' }).click();
    await expect(page).toHaveURL(/purchase-date-predictor/);
    await page.goBack();
    await expect(page.getByText('1 of 5 devices')).toBeVisible();

    await page.goto(`${discoveriesPath}?type=printer&subnet=10.77.0.0/24`);
    await expect(page.getByText('1 of 5 devices')).toBeVisible();
    await expect(device(page, '10.77.0.10')).toBeVisible();
    await page.getByRole('button', { name: '10.77.0.0/24 4' }).first().click();
    await expect(page).toHaveURL(`${discoveriesPath}?type=printer`);
    // Unknown values are ignored.
    await page.goto(`${discoveriesPath}?type=toaster&show=none&sort=color`);
    await expect(page.getByText('5 devices', { exact: true }).first()).toBeVisible();
    await expect.poll(() => addresses(page)).toEqual(office.map(({ ip }) => ip));
  });

  test('is operated by keyboard: rows, details and back', async ({ page }) => {
    await sendScan(page, await makeSecret(page), { devices: office });
    await page.goto(discoveriesPath);
    const first = page.getByRole('button', { name: 'Details of 10.77.0.2', exact: true });
    await first.focus();
    await page.keyboard.press('ArrowDown');
    const second = page.getByRole('button', { name: 'Details of 10.77.0.10', exact: true });
    await expect(second).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(first).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const details = page.getByRole('dialog', { name: '10.77.0.10' });
    await expect(details.getByText('Brother Industries')).toBeVisible();
    await closeByEscape(page, details);
    await expect(second).toBeFocused();
  });

  test('renders only the rows in view of a large scan', async ({ page }) => {
    const devices = Array.from({ length: 5000 }, (_, index) => ({
      ip: `10.${80 + Math.floor(index / 250)}.0.${(index % 250) + 1}`,
      hostname: `pc-${index}`,
      open_ports: [22],
    }));
    await sendScan(page, await makeSecret(page), { devices });
    await page.goto(discoveriesPath);
    const table = page.getByRole('table', { name: 'Discovered Devices' });
    await expect(table).toHaveAttribute('aria-rowcount', '5001');
    await expect(device(page, '10.80.0.1')).toBeVisible();
    expect(await table.getByRole('row').count()).toBeLessThan(60);
    await table.locator('..').evaluate((area) => area.scrollTo({ top: area.scrollHeight }));
    await expect(device(page, '10.99.0.250')).toBeVisible();
    await page.getByRole('columnheader', header('Host name')).getByRole('button').click();
    await page.getByRole('searchbox', { name: 'Search devices' }).fill('pc-4999');
    await expect(page.getByText('1 of 5,000 devices')).toBeVisible();
    await expect(device(page, '10.99.0.250')).toBeVisible();
  });
});

test.describe('the devices on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('are short cards that can be sorted, looked up and opened', async ({ page }) => {
    await sendScan(page, await makeSecret(page), { devices: office });
    await page.goto(discoveriesPath);
    const pc = deviceCard(page, '10.77.0.2');
    for (const text of ['pc-anna.office.example', 'Dell Inc. OptiPlex 7090', 'SMP0001'])
      await expect(pc.getByText(text, { exact: true })).toBeVisible();
    await expect(pc.getByText('Ports 22 80 135 139 443 +2 more')).toBeVisible();
    await chooseOption(page, 'Sort by', 'Sort by Ports');
    await press(page, 'Sort descending');
    await expect(page).toHaveURL(`${discoveriesPath}?sort=-ports`);
    await expect.poll(async () => (await addresses(page))[0]).toBe('10.77.0.2');
    const details = await openDetails(page, '10.77.0.2');
    await expect(details.getByText('22 80 135 139 443 445 3389')).toBeVisible();
    await closeDialog(page);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 700 });
      await expectNoHorizontalScroll(page);
    }
    await expect(pc.getByRole('link', { name: 'Evaluate pc-anna.office.example' })).toBeVisible();
  });
});
