import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';

/** The bar at the bottom of the page. */
export const bar = (page: Page) => page.locator('.sticky[aria-live=polite]');

/** Paths of the files that the service worker has stored, of all builds. */
export const storedFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

/** Waits until the worker has stored the files of all screens, which it does while the page is idle. */
export async function waitForFiles(page: Page): Promise<void> {
  const worker = await (await page.request.get('/sw.js')).text();
  const files = worker.match(/\/assets\/[\w.~-]+/g) ?? [];
  expect(files.length).toBeGreaterThan(40);
  await expect.poll(async () => (await storedFiles(page)).sort()).toEqual(['/', ...files].sort());
}

/** The registrations of service workers for this site. */
export const countWorkers = (page: Page): Promise<number> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

export const goOffline = (context: BrowserContext) => context.setOffline(true);
export const goOnline = (context: BrowserContext) => context.setOffline(false);
