import type { Locator, Page } from '@playwright/test';
import { dialog, press } from '../support/controls.ts';
import { expect } from '../support/fixtures.ts';

// Helpers for the bulk lookup page.
export const path = '/bulk-lookup';
export const previewCall = '**/api/warranty/csv-preview';
export const createCall = '**/api/bulk-runs';
export const progressCall = '**/api/progress/*';
export const listCall = '**/api/warranty/bulk';

export const columns =
  'Model Number|Manufacturer|Status|Start Date|End Date|Service Level|Days Remaining'.split('|');

export const results = (page: Page): Locator => page.getByRole('table', { name: 'Results' });
export const card = (page: Page): Locator => page.getByRole('region').filter({ has: page.locator('h2#run') });

/** A tag in the format reserved for sample data, so that it always has a result. */
export const sampleTag = (at: number): string => `SMP${at.toString(36).toUpperCase().padStart(4, '0')}`;

interface Rows {
  count: number;
  headers?: string[];
  /** Returns the cells of a row; the first row is 1. */
  row?: (at: number) => string[];
}

export const plainHeaders = ['Asset', 'Serial Number', 'Manufacturer', 'Warranty End Date', 'Notes'];
export const plainRow = (at: number): string[] => [`PC-${at}`, sampleTag(at), 'Dell', '', `Room ${at % 40}`];

/** Builds a CSV whose cells need no quotes. */
export function csv({ count, headers = plainHeaders, row = plainRow }: Rows): string {
  const rows = Array.from({ length: count }, (_, index) => row(index + 1));
  return [headers, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}

export async function drop(page: Page, text: string | Buffer, name = 'devices.csv'): Promise<void> {
  const buffer = typeof text === 'string' ? Buffer.from(text) : text;
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
}

/** Chooses the file and confirms a new purchase date column, so that it is ready to be processed. */
export async function makeReady(page: Page, text: string | Buffer, name?: string): Promise<void> {
  await page.goto(path);
  await drop(page, text, name);
  await expect(page.getByRole('heading', { name: 'Purchase Date Field Missing' })).toBeVisible();
  await press(dialog(page), 'Confirm');
  await expect(dialog(page)).toHaveCount(0);
}

export async function openConfirmation(page: Page): Promise<void> {
  await press(page, /^Process File/);
  await expect(page.getByRole('heading', { name: 'CSV Processing Confirmation' })).toBeVisible();
}

/** Starts a run and returns its id from the URL. */
export async function startRun(page: Page, text: string | Buffer, name?: string): Promise<string> {
  await makeReady(page, text, name);
  await openConfirmation(page);
  await press(dialog(page), 'Process CSV');
  await expect(page.locator('h2#run')).toBeVisible();
  await expect(page).toHaveURL(/\?run=/);
  return new URL(page.url()).searchParams.get('run') ?? '';
}

export async function waitUntilCompleted(page: Page): Promise<void> {
  await expect(card(page).getByText('Completed', { exact: true })).toBeVisible();
}
