import { join } from 'node:path';
import { type APIRequestContext, chromium, type Page } from '@playwright/test';
import { chromiumOptions } from '../harness/browser.ts';
import { makeFolder } from '../harness/folder.ts';
import { root, startPostgres, startServer, waitUntil } from '../harness/processes.ts';
import { makeSecret, sendScan } from './agents.page.ts';

// Takes the screenshots of the README (docs/screenshots) in demo mode: npm run screenshots.

const { path: dir, remove } = await makeFolder('screenshots');
const postgres = await startPostgres(dir, { fast: true });
const server = await startServer('all', {
  DATABASE_URL: postgres.url,
  DATA_DIR: dir,
  TOKEN_USAGE_SECONDS: '1',
});
const browser = await chromium.launch(chromiumOptions);

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const headers = { origin: server.url };
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

async function createToken(request: APIRequestContext, tokenName: string, expiresAt?: string) {
  const reply = await request.post('/api/external-tokens', { headers, data: { tokenName, expiresAt } });
  return (await reply.json()) as { token: { id: string }; rawToken: string };
}

async function createTokens({ request }: Page): Promise<void> {
  const helpDesk = await createToken(request, 'Help desk form');
  const sync = await createToken(request, 'Nightly inventory sync');
  const audit = await createToken(request, 'Audit', daysFromNow(5));
  await request.patch(`/api/external-tokens/${helpDesk.token.id}`, { headers, data: { isActive: false } });
  for (const [{ rawToken }, times] of [[sync, 40] as const, [audit, 12] as const])
    for (let time = 0; time < times; time += 1)
      await fetch(`${server.url}/api/warranty/lookup`, {
        method: 'POST',
        headers: { authorization: `Bearer ${rawToken}`, 'content-type': 'application/json' },
        body: '{"modelNumber":"ACTV123"}',
      });
}

const scannedDevices = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const isPrinter = index % 4 === 3;
    const subnet = index % 2 === 0 ? 10 : 20;
    return {
      ip: `192.168.${subnet}.${index * 3 + 2}`,
      hostname: isPrinter ? `printer-${index}` : `pc-${index}.office.example`,
      mac: `f4:8e:38:00:00:${(index + 16).toString(16)}`,
      open_ports: isPrinter ? [80, 9100] : [135, 445, 3389],
      ...(index < 3
        ? { manufacturer: 'Dell Inc.', model: 'OptiPlex 7090', serial: `SMP000${index + 1}` }
        : {}),
    };
  });

async function sendScans(page: Page): Promise<void> {
  const secret = await makeSecret(page);
  for (const [days, count] of [[-1, 22] as const, [0, 26] as const])
    await sendScan(page, secret, {
      hostname: 'scanner',
      scannedAt: new Date(daysFromNow(days)),
      devices: scannedDevices(count),
    });
}

const scenes: Record<string, (page: Page) => Promise<void>> = {
  async home(page) {
    await page.goto('/');
    await page.getByText('Active vendors').waitFor();
  },
  async 'image-lookup'(page) {
    await page.goto('/image-lookup');
    await page
      .getByRole('button', { name: /ACTV123/ })
      .first()
      .click();
    await page.getByText('All entitlements').waitFor();
  },
  async 'external-api'(page) {
    await createTokens(page);
    await waitUntil('the usage to be counted', async () => {
      const tokens = await page.request.get('/api/external-tokens');
      return (await tokens.text()).includes('"usageCount":40');
    });
    await page.goto('/external-api');
    await page.getByText('40 requests').waitFor();
  },
  async 'purchase-date-predictor'(page) {
    await page.goto('/purchase-date-predictor?tab=bulk');
    await press(page, 'Use a sample file');
    await press(page, 'Proceed to Prediction');
    await press(page, 'Generate Predictions');
    await page.getByText('Predicted years').waitFor();
  },
  async 'agent-discoveries'(page) {
    await sendScans(page);
    await page.goto('/agent-discoveries');
    await page.getByRole('table', { name: 'Discovered Devices' }).waitFor();
  },
};

for (const colorScheme of ['light', 'dark'] as const) {
  const context = await browser.newContext({
    ...{ baseURL: server.url, colorScheme, reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
  });
  await context.addInitScript((theme) => localStorage.setItem('vite-ui-theme', theme), colorScheme);
  const page = await context.newPage();
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  for (const [name, prepare] of Object.entries(scenes)) {
    await prepare(page);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(root, `docs/screenshots/${name}-${colorScheme}.png`) });
    console.log(`${name} ${colorScheme}`);
  }
  await context.close();
}
await browser.close();
await server.stop();
await postgres.stop();
await remove();
process.exit(0);
