import type { Locator, Page } from '@playwright/test';
import { download, notifications, press } from '../support/controls.ts';
import { expect } from '../support/fixtures.ts';
import { waitForSession } from '../support/wait-for-session.ts';

// Helpers for the API Explorer.
export const path = '/api-explorer';
export const catalogCall = '**/api/discovery';

export const main = (page: Page): Locator => page.getByRole('main');
export const endpoint = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Endpoint', exact: true });
/** A field with choices is a combobox. */
export const parameter = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name, exact: true }).or(page.getByRole('combobox', { name, exact: true }));
export const response = (page: Page): Locator => page.getByRole('region', { name: 'Raw JSON Response' });
export const tree = (page: Page): Locator => response(page).getByRole('tree');
export const line = (page: Page, text: string | RegExp): Locator =>
  tree(page).getByRole('treeitem').filter({ hasText: text });
export const mappings = (page: Page): Locator =>
  page.getByRole('list', { name: 'Field Mappings' }).getByRole('listitem');
export const notification = (page: Page): Locator => notifications(page).getByRole('listitem');
export const tab = (page: Page, name: 'Internal APIs' | 'External APIs'): Locator =>
  page.getByRole('tab', { name });

export async function open(page: Page): Promise<void> {
  await page.goto(path);
  await expect(endpoint(page)).toBeVisible();
  await waitForSession(page);
}

export async function choose(page: Page, endpointPath: string): Promise<void> {
  await endpoint(page).click();
  await page.getByRole('combobox', { name: 'Search endpoints' }).fill(endpointPath);
  await page.getByRole('option').filter({ hasText: endpointPath }).first().click();
  await expect(endpoint(page)).toContainText(endpointPath);
}

export async function fetchData(page: Page): Promise<void> {
  await press(page, 'Fetch Data');
  await expect(tree(page)).toBeVisible();
}

/** Fetches an endpoint that needs no parameters. */
export async function read(page: Page, endpointPath: string): Promise<void> {
  await choose(page, endpointPath);
  await fetchData(page);
}

/** Stubs the reply of an endpoint. */
export async function answer(page: Page, endpointPath: string, json: unknown): Promise<void> {
  await page.route(`**${endpointPath}`, (route) => route.fulfill({ json }));
}

export const exported = (page: Page) => download(page, 'Export to CSV');
