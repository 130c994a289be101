import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../harness/folder.ts';
import { freePort, root, startServer } from '../../harness/processes.ts';
import { closeByEscape } from '../support/close-dialog.ts';
import { notifications, press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import { openTab } from '../vendor-keys/vendor-keys.page.ts';
import {
  countCalls,
  lookUp,
  path as lookupPath,
  modelNumber,
  result,
  sample,
} from '../warranty/individual-lookup.page.ts';
import { bar, countWorkers, goOffline, goOnline, storedFiles, waitForFiles } from './offline.page.ts';

/** Every screen, by its heading. None of them was visited before the network was lost. */
const screens = [
  ['/', 'IT Warranty Lookup'],
  ['/individual-lookup', 'Individual Warranty Lookup'],
  ['/bulk-lookup', 'Bulk Warranty Lookup'],
  ['/image-lookup', 'Image Warranty Lookup'],
  ['/api-explorer', 'API Explorer'],
  ['/purchase-date-predictor', 'Purchase Date Predictor'],
  ['/purchase-date-predictor/accuracy', 'Prediction Accuracy'],
  ['/external-api?tab=testing', 'External API Access'],
  ['/agent-download', 'Download Agents'],
  ['/agent-discoveries', 'Agent Discoveries'],
  ['/api-keys', 'API Key Management'],
  ['/api/docs', 'API Reference'],
  ['/coming-soon', 'Coming Soon'],
  ['/docs', 'Documentation'],
  ['/docs/home', 'Home'],
  ['/nowhere', 'Page Not Found'],
] as const;

const offlineText = 'You are offline.';
const discoveries = { path: '/agent-discoveries', heading: 'Agent Discoveries' };
const notYet = 'This screen is not available offline yet';

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('every screen opens, and a bar says so', async ({ page, context }) => {
    await page.goto('/');
    await waitForFiles(page);
    await goOffline(context);
    await expect(bar(page)).toContainText(offlineText);
    for (const [path, heading] of screens) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
      await expect(bar(page)).toContainText(offlineText);
    }
    expect((await storedFiles(page)).filter((file) => file.startsWith('/api'))).toEqual([]);
    await goOnline(context);
    await expect(bar(page)).toBeEmpty();
  });

  test.describe('lookups', () => {
    test('are kept, survive a reload, and are sent if the user agrees', async ({
      page,
      context,
      expectAccessibleEverywhere,
    }) => {
      await page.goto(lookupPath);
      await waitForFiles(page);
      const tag = await sample(page, 'active');
      await goOffline(context);
      await lookUp(page, 'ZQ9ZQ9Z');
      await expect(page.locator('h2#result')).toHaveText('Saved for Later');
      await lookUp(page, tag);
      await expect(result(page)).toContainText(
        `There is no connection to the server, so this lookup was not sent.`,
      );
      await expect(modelNumber(page)).toHaveValue(tag);
      await expect(bar(page)).toContainText('2 lookups are saved in this browser');
      await expectAccessibleEverywhere(page, 'a lookup without a network');
      await page.reload();
      await expect(page.locator('h2#result')).toHaveText('Saved for Later');
      await expect(bar(page)).toContainText('2 lookups are saved in this browser');

      const calls = countCalls(page);
      await goOnline(context);
      await expect(bar(page)).toContainText(`You are online again. 2 lookups not sent yet: ZQ9ZQ9Z, ${tag}.`);
      await expectAccessibleEverywhere(page, 'lookups that can be sent');
      expect(calls.made).toBe(0);
      await press(page, 'Send now');
      await expect(page.locator('h2#result')).toHaveText(`Dell ${tag}`);
      await expect(page.getByRole('complementary', { name: 'More lookups' })).toContainText(tag);
      await expect(bar(page)).toContainText('1 lookup sent without a result: ZQ9ZQ9Z');
      expect(calls.made).toBe(2);
      await bar(page).getByRole('link', { name: 'ZQ9ZQ9Z' }).click();
      await expect(result(page)).toContainText('Add Dell credentials to look up ZQ9ZQ9Z.');
      await expect(bar(page)).toBeEmpty();
    });
  });

  test('a lookup that another user of this browser made is not shown, and is removed', async ({ page }) => {
    await page.goto(lookupPath);
    await page.evaluate(() => {
      const foreign = { owner: 'demo-user-aaaaaaaaa', modelNumber: 'FOREIGN1', manufacturer: '' };
      localStorage.setItem('unsent-lookups', JSON.stringify([foreign]));
    });
    await page.reload();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('unsent-lookups'))).toBeNull();
    await expect(page.getByText('FOREIGN1')).toHaveCount(0);
  });

  test('"Forget this browser" also removes lookups that were not sent', async ({ page, context }) => {
    await page.goto(lookupPath);
    await waitForFiles(page);
    await goOffline(context);
    await lookUp(page, 'ZQ9ZQ9Z');
    await goOnline(context);
    await expect(bar(page)).toContainText('1 lookup not sent yet');
    await page.goto('/api-keys');
    await openTab(page, 'This browser');
    await press(page, 'Forget this browser');
    const confirm = page.getByRole('alertdialog');
    await confirm.getByRole('checkbox').click();
    await press(confirm, 'Delete everything');
    await expect(page).toHaveURL('/');
    await expect(page.getByText('Your data is being deleted').first()).toBeVisible();
    await expect(bar(page)).toBeEmpty();
    expect(await page.evaluate(() => localStorage.getItem('unsent-lookups'))).toBeNull();
  });

  test('only loaded screens are kept on a connection that saves data', async ({ page, context }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await page.goto(lookupPath);
    await expect.poll(async () => (await storedFiles(page)).join()).toContain('IndividualLookupScreen');
    await goOffline(context);
    await page.goto(discoveries.path);
    await expect(page.getByRole('heading', { name: notYet })).toBeVisible();
    await page.goto(lookupPath);
    await expect(modelNumber(page)).toBeVisible();
    expect((await storedFiles(page)).join()).not.toContain('AgentDiscoveriesScreen');
  });
});

test.describe('a screen whose code is missing', () => {
  const open = { name: discoveries.heading, exact: true };

  test('says so, and opens when the connection is back', async ({ page, context }) => {
    await page.goto('/');
    await expect(bar(page)).toBeAttached();
    await expect(notifications(page)).toBeAttached();
    await goOffline(context);
    await page.getByRole('link', open).click();
    await expect(page.getByRole('heading', { name: notYet })).toBeVisible();
    await press(page, 'Try again');
    await expect(page.getByRole('heading', { name: notYet })).toBeVisible();
    await press(page, 'Search or jump to');
    await expect(page.getByText('This part of the app is not loaded yet').first()).toBeVisible();
    await goOnline(context);
    await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused();
    await closeByEscape(page, page.getByRole('dialog'));
    await expect(page.getByRole('heading', { level: 1, name: discoveries.heading })).toBeVisible();
    await expect(page.getByRole('heading', { name: notYet })).toBeHidden();
  });

  test('after a new release is loaded again, and says so if that does not help', async ({ page }) => {
    await page.route('**/assets/AgentDiscoveriesScreen-*', (route) => route.fulfill({ status: 404 }));
    await page.goto('/');
    await page.getByRole('link', open).click();
    await expect(page.getByRole('heading', { name: 'This screen could not be loaded' })).toBeVisible();
    await page.unrouteAll();
    await press(page, 'Try again');
    await expect(page.getByRole('heading', { name: 'This screen could not be loaded' })).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: discoveries.heading })).toBeVisible();
  });
});

test.describe('a new build', () => {
  test.use({ serviceWorkers: 'allow' });

  test('takes over at the next load, and one without a worker removes it', async ({
    page,
    context,
    browserErrors,
  }) => {
    const { path: folder, remove } = await makeFolder('offline');
    const WEB_DIR = join(folder, 'dist');
    await cp(join(root, 'apps/web/dist'), WEB_DIR, { recursive: true });
    const port = String(await freePort());
    const database = process.env.E2E_DATABASE_URL ?? '';
    const env = { DATABASE_URL: database, PORT: port, WEB_DIR, DRAIN_SECONDS: '0' };
    const serve = () => startServer('api', env);
    const change = async (name: string, from: RegExp, to: string) => {
      const file = join(WEB_DIR, name);
      await writeFile(file, (await readFile(file, 'utf8')).replace(from, to));
    };
    const home = `http://localhost:${port}/`;

    let server = await serve();
    await page.goto(home);
    await expect.poll(() => storedFiles(page)).toContain('/');
    await server.stop();

    await change('index.html', /<title>/, '<meta name="release" content="next"><title>');
    await change('sw.js', /version:(["'`])\w+/, 'version:$1next');
    server = await serve();
    await page.goto(home);
    await expect.poll(() => page.evaluate(() => caches.keys())).toContain('build-next');
    await goOffline(context);
    await page.goto(home);
    await expect(page.locator('meta[name=release]')).toHaveAttribute('content', 'next');
    await expect(bar(page)).toContainText(offlineText);
    await goOnline(context);
    await server.stop();

    await rm(join(WEB_DIR, 'sw.js'));
    server = await serve();
    await page.goto(home);
    await expect.poll(() => countWorkers(page)).toBe(0);
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    await server.stop();
    await remove();
    // This test has a server of its own.
    const others = browserErrors.filter((error) => !error.startsWith(`foreign: ${home}`));
    browserErrors.splice(0, browserErrors.length, ...others);
  });
});
