import type { Page } from '@playwright/test';

/** Everything that this browser stores for the page. */
export async function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, document.cookie]);
  });
}
