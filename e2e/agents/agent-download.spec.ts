import type { Page } from '@playwright/test';
import { createScan } from '../../harness/agent-scan.ts';
import { contentOf, linuxAgent, sumOf, windowsAgent, windowsArmAgent } from '../support/agent-files.ts';
import { download, press, readClipboard } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import { downloadPath, makeSecret, sendScan } from './agents.page.ts';

const plainUrl = process.env.E2E_PLAIN_URL ?? '';
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

async function open(page: Page, platform = 'Windows'): Promise<void> {
  await page.goto(downloadPath);
  await tab(page, platform).click();
  await expect(page.getByRole('heading', { name: `${platform} agent` })).toBeVisible();
}

/** What most people do not need is folded. */
const unfold = (page: Page, title: string) => page.getByRole('heading', { name: title, exact: true }).click();

/** Creates a secret through the page and returns it as the dialog shows it. */
async function makeByPage(page: Page, name: string, forSeveralAgents = false): Promise<string> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  if (forSeveralAgents) await page.getByRole('checkbox', { name: 'For several agents' }).click();
  await press(page, 'Create secret');
  const shown = page.getByRole('dialog', { name: 'Your new agent secret' });
  return (await shown.getByText(/^wla_/).textContent()) ?? '';
}

const folded = ['What agents do', 'Python and PowerShell alternative', 'Setup', 'Command-line options'];

test.describe('Download Agents', () => {
  test('explains what agents do, require and collect', async ({ page, expectSentence }) => {
    await open(page);
    await expect(page).toHaveTitle('Download Agents · IT Warranty Lookup');
    const main = page.getByRole('main');
    await expect(main.getByText('--no-upload')).toBeHidden();
    for (const title of folded) await unfold(page, title);
    await expectSentence(main, [
      ...[
        'Back to Home',
        'Download Agents',
        'Security Notice',
        'v1.2.0',
        'Quick Start',
        'System Requirements',
      ],
      ...['Windows', 'macOS', 'Linux', 'Administrator privileges', 'Windows Security Warning', 'Setup'],
      ...['--server', '--agent-secret', '--agent-id', '--save-local', '--no-upload', '--help'],
      ...['Python and PowerShell alternative', 'Download Python script', 'Download PowerShell script'],
      ...['Command-line options', 'Support', 'Documentation', 'Contact support'],
    ]);
    await expectSentence(main, 'Python 3.7+', { exact: false });
    await expect(main.getByText(/Not yet tested on Windows\. You can read it first\.$/)).toBeVisible();
    await expect(main.getByRole('list', { name: 'What agents do' }).getByRole('listitem')).toHaveCount(4);
    await expect(main.getByRole('region', { name: 'Setup' }).getByRole('listitem')).toHaveCount(4);
    await tab(page, 'Linux').click();
    await expectSentence(main, 'sudo, for scanning and for reading the machine’s own serial number');
    await expect(main.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
      'href',
      /^mailto:feedback@example\.com/,
    );
    await main.getByRole('link', { name: 'Agent Discoveries' }).click();
    await expect(page).toHaveURL('/agent-discoveries');
  });

  test('shows for each platform whether it is available, with its actual size and checksum', async ({
    page,
    expectSentence,
  }) => {
    await open(page);
    const main = page.getByRole('main');
    await expectSentence(main, 'Available');
    const size = Buffer.byteLength(contentOf(windowsAgent)).toLocaleString('en-US');
    await expect(main.getByText(`(${size} bytes)`)).toBeVisible();
    await expect(main.getByText(sumOf(windowsAgent))).toBeVisible();
    await expect(main.getByText(`Get-FileHash .\\${windowsAgent} -Algorithm SHA256`)).toBeVisible();
    await tab(page, 'macOS').click();
    await expectSentence(main, 'Building');
    await expect(main.getByText('Not built on this server: run npm run agent:build')).toBeVisible();
    await expect(main.getByText('SHA-256', { exact: true })).toHaveCount(0);
    await tab(page, 'Linux').click();
    await expect(main.getByText(sumOf(linuxAgent))).toBeVisible();
    await expect(main.getByText(`sha256sum ${linuxAgent}`)).toBeVisible();
  });

  test('downloads the file unchanged', async ({ page }) => {
    await open(page);
    const [downloaded] = await Promise.all([
      download(page, 'Download for Windows'),
      // The message disappears after a while.
      expect(page.getByText('Its SHA-256 matches the one on this page.').first()).toBeVisible(),
    ]);
    expect(downloaded).toMatchObject({ name: windowsAgent, text: contentOf(windowsAgent) });
    const main = page.getByRole('main');
    for (const [button, name] of [
      ['Download for ARM64', windowsArmAgent],
      ['Download for Windows', windowsAgent],
    ] as const) {
      expect((await download(page, button)).name).toBe(name);
      await expect(main.getByText(`.\\${name} --server`)).toBeVisible();
      await expect(main.getByText(sumOf(name))).toBeVisible();
    }
    await unfold(page, 'Python and PowerShell alternative');
    for (const [button, name] of [
      ['Download Python script', 'network_agent_nmap.py'],
      ['Download PowerShell script', 'network_agent.ps1'],
    ] as const) {
      expect((await download(page, button)).name).toBe(name);
    }
  });

  test('copies the quick start, and confirms it for two seconds', async ({
    page,
    context,
    baseURL,
    expectSentence,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, 'Linux');
    await press(page, 'Copy quick start for Linux');
    const copied = page.getByRole('main').getByRole('status').filter({ hasText: 'Copied' });
    await expect(copied).toHaveCount(1);
    await expectSentence(page, 'Copied', { exact: false });
    expect(await readClipboard(page)).toBe(
      `chmod +x ${linuxAgent}\necho 'YOUR_AGENT_SECRET' | sudo ./${linuxAgent} --server ${baseURL} --agent-secret-file -`,
    );
    await expect(copied).toHaveCount(0);
  });

  test('switches platforms by keyboard', async ({ page }) => {
    await open(page);
    await tab(page, 'Windows').focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('heading', { name: 'macOS agent' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, 'Linux')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Download for Linux' })).toBeFocused();
  });
});

test.describe('an unavailable agent', () => {
  test('for macOS offers the Python script instead', async ({ page, expectSentence }) => {
    await open(page, 'macOS');
    await expect(page.getByText('Building', { exact: true }).first()).toBeVisible();
    await press(page, 'Download for macOS');
    await expectSentence(page, 'Executable Not Available');
    await expect(page.getByText(/Use the Python script instead/).first()).toBeVisible();
  });

  test('that was available a moment ago lists what is available', async ({ page, expectSentence }) => {
    await page.route('**/api/agent/download/macos', (route) =>
      route.request().method() === 'HEAD' ? route.fulfill({ status: 200 }) : route.continue(),
    );
    await open(page, 'macOS');
    await expect(page.getByText('Available', { exact: true }).first()).toBeVisible();
    await press(page, 'Download for macOS');
    await expectSentence(page, 'Download Not Available');
    await expectSentence(
      page,
      'Agent binaries are currently being built. Please check back soon. Currently available: windows, linux',
    );
  });

  test('reports a failed connection and a file with the wrong checksum', async ({ page, expectSentence }) => {
    await open(page);
    await expect(page.getByText('Available', { exact: true }).first()).toBeVisible();
    await page.route('**/api/agent/download/windows', (route) => route.abort());
    await press(page, 'Download for Windows');
    await expectSentence(page, 'Download Failed');
    await expectSentence(page, 'Unable to download agent. Please try again later.');
    await page.unroute('**/api/agent/download/windows');
    await page.reload();
    await tab(page, 'Windows').click();
    await page.route('**/api/agent/download/windows', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: 'another file' });
    });
    await press(page, 'Download for Windows');
    await expect(page.getByText('Unable to download agent. Please try again later.').first()).toBeVisible();
  });

  test('reports a failed script download too', async ({ page, expectSentence }) => {
    await open(page);
    await page.route('**/api/agent/script/*', (route) => route.abort());
    await unfold(page, 'Python and PowerShell alternative');
    await press(page, 'Download PowerShell script');
    await expectSentence(page, 'Unable to download PowerShell script');
    await press(page, 'Download Python script');
    await expectSentence(page, 'Unable to download Python script');
  });
});

test.describe('a server without built agents', () => {
  test.use({ baseURL: plainUrl });

  test('offers the Python script for Windows', async ({ page, expectSentence }) => {
    await open(page, 'Windows');
    await expect(page.getByText('Building', { exact: true }).first()).toBeVisible();
    await press(page, 'Download for Windows');
    await expectSentence(page, 'Executable Not Available');
  });

  test("shows the server's message for Linux", async ({ page, expectSentence }) => {
    await open(page, 'Linux');
    await expect(page.getByText('Building', { exact: true }).first()).toBeVisible();
    await press(page, 'Download for Linux');
    await expectSentence(page, 'Download Not Available');
    await expectSentence(page, 'Agent binaries are currently being built. Please check back soon.');
  });
});

test.describe('an agent secret', () => {
  test('is created, shown once, included in the quick start until the page is closed, and revoked', async ({
    page,
  }) => {
    await open(page, 'Linux');
    await expect(page.getByText('No agent secrets yet')).toBeVisible();
    await press(page, 'Create secret');
    await expect(page.getByText('Please enter a name for the secret')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    const secret = await makeByPage(page, 'Office north');
    await press(page, 'I have copied it');
    await expect(page.getByRole('dialog', { name: 'Your recovery code' })).toBeVisible();
    await press(page, 'Saved it');
    const main = page.getByRole('main');
    await expect(main.getByText(`echo '${secret}' | sudo ./${linuxAgent}`)).toBeVisible();
    await expect(main.getByText(`${secret.slice(0, 8)}...${secret.slice(-4)}`)).toBeVisible();
    await expect(main.getByText(/not used yet/)).toBeVisible();
    await sendScan(page, secret, { devices: [] });

    await page.reload();
    await expect(main.getByText('Last scan just now by office-north')).toBeVisible();
    await expect(main.getByText('Only for office-north')).toBeVisible();
    expect(await page.content()).not.toContain(secret);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
      'wla_',
    );

    await press(page, 'Revoke Office north');
    await press(page.getByRole('alertdialog'), 'Revoke');
    await expect(page.getByText('Secret revoked.').first()).toBeVisible();
    await expect(page.getByText('No agent secrets yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create secret' })).toBeFocused();
    const refused = await page.request.post('/api/agent/discoveries', {
      headers: { authorization: `Bearer ${secret}` },
      data: {},
    });
    expect(refused.status()).toBe(401);
  });

  test('belongs to its first agent until it is released, unless it is for several agents', async ({
    page,
  }) => {
    const secret = await makeSecret(page, 'Office north');
    const statusBy = async (agentId: string, used: string) => {
      const reply = await page.request.post('/api/agent/discoveries', {
        headers: { authorization: `Bearer ${used}` },
        data: createScan([], { agentId }),
      });
      return reply.status();
    };
    expect(await statusBy('office-north', secret)).toBe(200);
    expect(await statusBy('office-south', secret)).toBe(403);
    await page.reload();
    const main = page.getByRole('main');
    await press(page, 'Use with another agent: Office north');
    const confirm = page.getByRole('alertdialog', { name: 'Use Office north with another agent?' });
    await press(confirm, 'Use with another agent');
    await expect(main.getByText('For the next agent that uses it')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create secret' })).toBeFocused();
    expect(await statusBy('office-south', secret)).toBe(200);
    expect(await statusBy('office-north', secret)).toBe(403);

    const everywhere = await makeByPage(page, 'Everywhere', true);
    await press(page, 'I have copied it');
    await expect(
      main.getByRole('list', { name: 'Agent secrets' }).getByText('For several agents'),
    ).toBeVisible();
    expect(await statusBy('office-north', everywhere)).toBe(200);
    expect(await statusBy('office-south', everywhere)).toBe(200);
  });

  test('that cannot be created or loaded shows why', async ({ page }) => {
    await page.route('**/api/agent/secrets', (route) => route.fulfill({ status: 500, body: '' }));
    await open(page);
    await expect(page.getByText('Failed to load agent secrets.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Name' }).fill('Office');
    await press(page, 'Create secret');
    await expect(page.getByText('Failed to create the secret.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Office');
    await page.unroute('**/api/agent/secrets');
    await press(page, 'Try again');
    await expect(page.getByText('No agent secrets yet')).toBeVisible();
  });
});
