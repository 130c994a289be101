import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { listBulkRuns } from '@warranty/contracts/bulk-lookup';
import { chromiumOptions } from '../../harness/browser.ts';
import { checkResults } from '../../harness/bulk-check.ts';
import { readRun } from '../../harness/bulk-run.ts';
import { createFleet } from '../../harness/fleet.ts';
import { waitUntil } from '../../harness/processes.ts';
import { createTestClient, type TestClient } from '../../harness/test-client.ts';
import { assert, type Fault, type FaultContext, seconds } from '../fault.ts';
import { type InstallationWithVendor, installWithVendor } from '../with-vendor.ts';

interface Scene extends InstallationWithVendor {
  client: TestClient;
  browser: BrowserContext;
}
const rows = 1000;
const fleet = createFleet({ rows, dellOfTen: 10, repeatedOfTen: 0 });

/** A browser with a session, on a vendor that is slow enough that something can happen during a run. */
async function openBrowser(context: FaultContext): Promise<Scene> {
  const env = { DELL_CALLS_PER_SECOND: '4', DISK_FLOOR_MB: '0' };
  const installation = await installWithVendor(context, { workers: 1, env });
  const client = await createTestClient(installation.api.url);
  const launched = await chromium.launch(chromiumOptions);
  context.cleanup(() => launched.close());
  const browser = await launched.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = '', value = ''] = client.cookie.split('=');
  await browser.addCookies([{ name, value, url: client.url }]);
  return { ...installation, client, browser };
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

/** Chooses the file and opens the dialog that starts the run. */
async function makeReady({ browser, client }: Scene): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${client.url}/bulk-lookup`);
  const buffer = Buffer.from([...fleet.chunks()].join(''));
  await page.locator('input[type=file]').setInputFiles({ name: 'fleet.csv', mimeType: 'text/csv', buffer });
  await press(page, /^Process File/);
  await page.getByRole('button', { name: 'Process CSV' }).waitFor();
  return page;
}

/** Presses start and returns the id of the run that the page then shows. */
async function startRun(page: Page): Promise<string> {
  await press(page, 'Process CSV');
  await page.locator('h2#run').waitFor();
  await page.waitForURL(/\?run=/);
  return new URL(page.url()).searchParams.get('run') ?? '';
}

const shown = (page: Page, status: string) =>
  page
    .getByRole('region')
    .filter({ has: page.locator('h2#run') })
    .getByText(status, { exact: true })
    .first()
    .waitFor({ timeout: 60_000 });

async function assertComplete({ client }: Scene, runId: string): Promise<void> {
  const run = await readRun(client, runId);
  assert(run.status === 'completed', `the run is ${run.status}`);
  assert(run.totalRows === rows, `the run has ${run.totalRows} rows`);
  const errors = await checkResults(client, run);
  assert(errors.length === 0, errors.join('\n'));
}

/** Calls that were already waiting for their turn when a run paused are still made. Both runs have the same devices. */
async function waitUntilIdle({ observer }: Scene): Promise<void> {
  const active = `select from pgboss.job where name = 'bulk.chunk' and state = 'active'`;
  await waitUntil('the calls in flight to end', async () => (await observer.query(active)).rowCount === 0);
}

export const tabLeaves: Fault = {
  number: 98,
  slow: true,
  title: 'the browser is offline during a run, or its tab is closed',
  async run(context) {
    const scene = await openBrowser(context);
    const { browser, client, simulator } = scene;
    const page = await makeReady(scene);
    const runId = await startRun(page);
    await browser.setOffline(true);
    await page.waitForTimeout(context.full ? 30_000 : 2500);
    await browser.setOffline(false);
    const startedAt = performance.now();
    await shown(page, 'Completed');
    const back = performance.now() - startedAt;
    await assertComplete(scene, runId);
    const { tagsAsked } = await simulator.counts('short');
    assert(tagsAsked === rows, `${tagsAsked} devices were requested for ${rows} rows`);

    const closing = await makeReady(scene);
    const closedId = await startRun(closing);
    await closing.close();
    const again = await browser.newPage();
    await again.goto(`${client.url}/bulk-lookup?run=${closedId}`);
    await shown(again, 'Completed');
    await assertComplete(scene, closedId);
    const { runs } = await client.call(listBulkRuns);
    assert(runs.length === 2, `${runs.length} runs instead of two`);
    return `the page showed the end ${seconds(back)} after it was online, without a reload; the run of a closed tab is complete; each device was requested once`;
  },
};

export const twoTabs: Fault = {
  number: 97,
  slow: true,
  title: 'two tabs start a run at the same moment, and resume the same one',
  async run(context) {
    const scene = await openBrowser(context);
    const { browser, client, simulator } = scene;
    const tabs = await Promise.all([makeReady(scene), makeReady(scene)]);
    await simulator.faults({ unauthorizedAlways: true });
    const ids = await Promise.all(tabs.map(startRun));
    assert(new Set(ids).size === 2, 'two tabs show the same run');
    await Promise.all(tabs.map((tab) => shown(tab, 'Paused')));
    await waitUntilIdle(scene);

    const [runId = '', otherId = ''] = ids;
    const beside = await browser.newPage();
    await beside.goto(`${client.url}/bulk-lookup?run=${runId}`);
    await shown(beside, 'Paused');
    await simulator.faults({});
    await simulator.reset();
    const [first, second] = tabs as [Page, Page];
    await Promise.all([first, beside].map((tab) => press(tab, 'Resume')));
    await Promise.all([first, beside].map((tab) => shown(tab, 'Completed')));
    await press(second, 'Resume');
    await shown(second, 'Completed');
    for (const id of [runId, otherId]) await assertComplete(scene, id);
    const { runs } = await client.call(listBulkRuns);
    assert(runs.length === 2, `${runs.length} runs instead of two`);
    const { callsByTag = {} } = await simulator.counts();
    const doubled = Object.values(callsByTag).filter((times) => times > 1).length;
    assert(doubled === 0, `${doubled} devices were looked up twice`);
    return `two tabs made two runs; a run resumed in two tabs at once is complete in both, and no device was looked up twice`;
  },
};
