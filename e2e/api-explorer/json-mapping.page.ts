import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { answer, mappings, open, read } from './api-explorer.page.ts';

// Helpers for the API Explorer cards between a response and its export.
const endpoint = '/api/external-tokens';

export const devices = Array.from({ length: 12 }, (_, index) => ({
  tag: `7XK2P${10 + index}`,
  product: { name: `Latitude ${index}` },
  labels: ['loan', `desk ${index}`],
  cover: [
    { level: 'ProSupport', end: '2027-05-01' },
    { level: 'Basic', end: null },
  ],
}));

export const card = (page: Page): Locator => page.getByRole('region', { name: 'Field Mappings' });
export const addForm = (page: Page): Locator => page.getByRole('form', { name: 'Add a mapping' });
export const preview = (page: Page): Locator => page.getByRole('region', { name: 'Export Preview' });
export const field = (form: Locator, name: string): Locator => form.getByLabel(name, { exact: true });
/** The mapping of a column. */
export const row = (page: Page, alias: string): Locator =>
  mappings(page).filter({ has: page.getByRole('button', { name: `Remove ${alias}`, exact: true }) });

/** Opens the Explorer with a response. */
export async function show(page: Page, data: unknown): Promise<void> {
  await answer(page, endpoint, data);
  await open(page);
  await read(page, endpoint);
}

export async function chooseMode(form: Locator, mode: 'Value' | 'Explode' | 'Join'): Promise<void> {
  await field(form, 'Mode').click();
  await form.page().getByRole('option', { name: mode }).click();
}

export async function add(
  page: Page,
  path: string,
  alias: string,
  mode: 'Value' | 'Explode' | 'Join' = 'Value',
): Promise<void> {
  const form = addForm(page);
  await field(form, 'Source path').fill(path);
  await field(form, 'Alias').fill(alias);
  await chooseMode(form, mode);
  await form.getByRole('button', { name: 'Add Mapping' }).click();
  await expect(row(page, alias)).toBeVisible();
}

/** Returns the header and the rows as they are shown. */
export async function cells(page: Page): Promise<string[][]> {
  const rows = await preview(page).getByRole('row').all();
  return Promise.all(rows.map((each) => each.locator('th, td').allInnerTexts()));
}
