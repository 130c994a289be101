import {
  device,
  dialog,
  discoveriesPath,
  downloadPath,
  makeSecret,
  office,
  press,
  sendScan,
} from './agents.page.ts';
import { closeDialog } from './close-dialog.ts';
import { expect, test } from './fixtures.ts';

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test.describe(`accessibility of agents, ${theme}, ${width} px`, () => {
      test.use({ storedTheme: theme, viewport: { width, height: 844 } });

      test('in every state', async ({ page, demandFit }) => {
        test.slow();
        await page.goto(discoveriesPath);
        await expect(page.getByText('No discoveries yet')).toBeVisible();
        await demandFit(page);
        await page.goto(downloadPath);
        await expect(page.getByText('No agent secrets yet')).toBeVisible();
        await page.getByRole('tab', { name: 'macOS' }).click();
        await press(page, 'Download for macOS');
        await expect(page.getByText('Executable Not Available').first()).toBeVisible();
        await demandFit(page);
        await page.getByRole('tab', { name: 'Windows' }).click();
        await expect(page.getByText('SHA-256', { exact: true })).toBeVisible();
        await press(page, 'Make a secret');
        await press(dialog(page), 'Make secret');
        await demandFit(page);
        await dialog(page).getByRole('textbox').fill('W'.repeat(100));
        await press(dialog(page), 'Make secret');
        await expect(page.getByRole('dialog', { name: 'Your new agent secret' })).toBeVisible();
        await demandFit(page);
        await press(page, 'I have copied it');
        await closeDialog(page);
        await demandFit(page);

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
        await page.goto(discoveriesPath);
        await expect(page.getByText('2 sessions')).toBeVisible();
        await demandFit(page);
        await page.goto(`${discoveriesPath}?session=${id}`);
        await expect(device(page, '10.77.0.10')).toBeVisible();
        await press(page, 'Look up all warranties');
        await expect(page.getByRole('link', { name: 'Add keys' })).toBeVisible();
        await page.getByText('Subnets as a table').click();
        await page.getByText('2 devices gone since the scan before').click();
        await demandFit(page);
        await page.getByRole('searchbox').fill('nothing');
        await demandFit(page);
        await page.route('**/api/agent/discoveries/*', (route) => route.fulfill({ status: 500, body: '' }));
        await page.route('**/api/agent/discoveries', (route) => route.fulfill({ status: 500, body: '' }));
        await press(page, 'Refresh');
        await expect(page.getByRole('main').getByRole('alert')).toHaveCount(2);
        await demandFit(page);
        await page.reload();
        await expect(page.getByRole('main').getByRole('alert')).toHaveCount(2);
        await demandFit(page);
      });
    });
  }
}
