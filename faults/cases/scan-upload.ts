import { createServer, connect as openConnection } from 'node:net';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { createAgentSecret, listDiscoveries, readDiscovery } from '@warranty/contracts/agents';
import { chromiumOptions } from '../../harness/browser.ts';
import { knownSerials, type Network } from '../../harness/network.ts';
import { freePort, start } from '../../harness/processes.ts';
import { differences } from '../../harness/scan.ts';
import { createTestClient, type TestClient } from '../../harness/test-client.ts';
import { assert, type Fault, type FaultContext } from '../fault.ts';
import { startProcess } from '../installation.ts';
import { installWithVendor } from '../with-vendor.ts';
import { scanFixture, scanUnavailableReason } from './scan.ts';

const relayProgram = `
const { createServer, connect } = require('node:net');
const [port, path] = process.argv.slice(1);
createServer((inside) => {
  const outside = connect(path);
  inside.on('error', () => outside.destroy()).pipe(outside);
  outside.on('error', () => inside.destroy()).pipe(inside);
}).listen(Number(port), '127.0.0.1', () => console.log('ready'));`;

/** Forwards the scanner's loopback to the server's through a Unix socket: no network connects the two. */
async function joinLoopbacks(
  context: FaultContext,
  network: Network,
  port: number,
  dir: string,
): Promise<void> {
  const path = join(dir, 'server.sock');
  const outside = createServer((relayed) => {
    const server = openConnection(port, '127.0.0.1');
    relayed.on('error', () => server.destroy()).pipe(server);
    server.on('error', () => relayed.destroy()).pipe(relayed);
  });
  await new Promise<void>((resolve) => outside.listen(path, resolve));
  context.cleanup(() => outside.close());
  const inside = start(...network.onScanner(process.execPath, '-e', relayProgram, String(port), path));
  context.cleanup(() => inside.stop('SIGKILL'));
  await inside.waitForLine((line) => line === 'ready');
}

/** The warranty status the page shows for each device with a serial, after looking up all warranties. */
async function warrantiesShown(context: FaultContext, { url, cookie }: TestClient, sessionId: string) {
  const browser = await chromium.launch(chromiumOptions);
  context.cleanup(() => browser.close());
  const visited = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = '', value = ''] = cookie.split('=');
  await visited.addCookies([{ name, value, url }]);
  const page = await visited.newPage();
  await page.goto(`${url}/agent-discoveries?session=${sessionId}`);
  await page.getByRole('button', { name: 'Look up all warranties' }).click();
  const shown: string[] = [];
  for (const serial of Object.values(knownSerials)) {
    const device = page
      .getByRole('table', { name: 'Discovered Devices' })
      .getByRole('row')
      .filter({ hasText: serial })
      .filter({ hasText: /Active|Expiring|Expired/ });
    await device.waitFor();
    shown.push(/Active|Expiring Soon|Expired/.exec((await device.textContent()) ?? '')?.[0] ?? '');
  }
  return shown;
}

export const scanUploads: Fault = {
  number: 52,
  title:
    'a scan made while the server is down arrives exactly once after it is back, and the page shows the warranties of its serials',
  async run(context) {
    const missing = scanUnavailableReason();
    if (missing) return `skipped: ${missing}`;
    const { agent, network } = await scanFixture(context);
    const port = await freePort();
    const installation = await installWithVendor(context, { apis: 0, env: { PORT: String(port) } });
    await joinLoopbacks(context, network, port, installation.dir);
    const startAll = () => startProcess(context, 'all', installation.env);
    const first = await startAll();
    const client = await createTestClient(first.url);
    const { rawSecret } = await client.call(createAgentSecret, { body: { name: 'fault' } });
    await first.stop('SIGKILL');

    const args = ['--server', first.url, '--agent-id', 'fault', '--spool', join(installation.dir, 'spool')];
    const run = start(...network.onScanner(agent, ...args), { env: { AGENT_SECRET: rawSecret } });
    await run.waitForLine((line) => line.includes('retrying in'));
    await startAll();
    assert((await run.ended()) === 0, `the agent failed:\n${run.lines.join('\n')}`);
    assert(!run.lines.join().includes(rawSecret), 'the secret is in the log of the agent');

    const { sessions } = await client.call(listDiscoveries, { query: {} });
    assert(sessions.length === 1, `one scan created ${sessions.length} sessions`);
    const { devices } = await client.call(readDiscovery, { params: { sessionId: sessions[0]?.id ?? '' } });
    const found = new Map(devices.map(({ ip, openPorts }) => [ip, JSON.parse(openPorts) as number[]]));
    const wrong = differences(found, network.expected());
    assert(wrong === '', wrong);
    for (const [ip, serial] of Object.entries(knownSerials))
      assert(
        devices.find((device) => device.ip === ip)?.serial === serial,
        `the serial of ${ip} did not arrive`,
      );
    const shown = await warrantiesShown(context, client, sessions[0]?.id ?? '');
    const tries = run.lines.filter((line) => line.includes('retrying in')).length;
    return `${devices.length} devices after ${tries} failed attempts, one session; the page shows for its serials: ${shown.join(', ')}`;
  },
};
