import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';

// Helpers for the API reference.
export const path = '/api/docs';
export const lookupAnchor = 'post-api-warranty-lookup';

export const nav = (page: Page): Locator => page.getByRole('navigation', { name: 'Endpoints' });
export const search = (page: Page): Locator => nav(page).getByRole('searchbox', { name: 'Search endpoints' });
export const endpointLink = (page: Page, name: string): Locator =>
  nav(page).getByRole('link', { name, exact: true });
/** The heading of the endpoint that is shown. */
export const endpoint = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 2, name, exact: true });
export const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
export const picker = (page: Page): Locator => page.getByRole('combobox', { name: 'Endpoint', exact: true });
export const response = (page: Page): Locator =>
  page.getByRole('region', { name: 'Response to your request' });

/** Opens the overview, or an endpoint by its place in the address. */
export async function open(page: Page, anchor = ''): Promise<void> {
  await page.goto(anchor ? `${path}#${anchor}` : path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API Reference');
  await expect(page.getByRole('article')).toBeVisible();
}

export async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send request' }).click();
}
