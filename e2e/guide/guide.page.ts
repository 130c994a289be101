import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';

// Helpers for the documentation.
export const path = '/docs';

export const nav = (page: Page): Locator => page.getByRole('navigation', { name: 'Documentation' });
export const neighbors = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Previous and next page' });
export const picker = (page: Page): Locator => page.getByRole('combobox', { name: 'Page', exact: true });
export const title = (page: Page): Locator => page.getByRole('heading', { level: 1 });
export const pictures = (page: Page): Locator => page.getByRole('article').getByRole('img');

export async function open(page: Page, slug = ''): Promise<void> {
  await page.goto(slug ? `${path}/${slug}` : path);
  await expect(page.getByRole('article')).toBeVisible();
}

/** Waits until the picture is not only in the page but loaded. */
export async function expectLoaded(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(500);
}
