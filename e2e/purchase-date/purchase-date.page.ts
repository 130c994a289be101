import type { Locator, Page } from '@playwright/test';
import { button, dropFiles, press } from '../support/controls.ts';
import { expect } from '../support/fixtures.ts';

// Helpers for the purchase date predictor.
export const path = '/purchase-date-predictor';
export const singleCall = '**/api/purchase-date/single';
export const analyzeCall = '**/api/purchase-date/analyze';
export const predictCall = '**/api/purchase-date/predict-bulk';
export const sessionCall = '**/api/auth/session';

export const description = (page: Page): Locator => page.getByLabel('Asset description');
export const table = (page: Page): Locator => page.getByRole('table', { name: 'Predicted purchase dates' });
export const result = (page: Page): Locator => page.getByRole('region', { name: 'Predicted purchase date' });

export async function open(page: Page, query = ''): Promise<void> {
  await page.goto(path + query);
  await expect(page.getByRole('heading', { name: 'Purchase Date Predictor', level: 1 })).toBeVisible();
}

export interface Upload {
  name?: string;
  text: string | Buffer;
}

/** Chooses the file in the file dialog. */
export async function upload(page: Page, { name = 'assets.csv', text }: Upload): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await press(page, 'Choose a spreadsheet');
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}

/** Drops files without a MIME type, as some browsers do. */
export const drop = (page: Page, ...names: string[]): Promise<void> =>
  dropFiles(page.getByText('or drop it here').locator('..'), ...names.map((name) => ({ name })));

const header = 'Asset Tag,Type,Manufacturer,Model,Serial Number,Warranty Expiration,Purchase Date';

/** A fleet bought in three batches, with every second purchase date known. */
export function fleet(rows: number): string {
  const kinds = [
    ['Dell', 'Latitude 5420', '2021-06-15', '2024-06-14'],
    ['Lenovo', 'ThinkPad T14 Gen 3', '2022-10-04', '2025-10-03'],
    ['HP', 'EliteBook 840 G7', '2020-11-30', '2023-11-29'],
  ] as const;
  const lines = Array.from({ length: rows }, (_, index) => {
    const [manufacturer, model, bought, ends] = kinds[Math.floor((index / rows) * kinds.length)] ?? kinds[0];
    const tag = `IT-${String(index + 1).padStart(5, '0')}`;
    return `${tag},Laptop,${manufacturer},${model},SN${tag.slice(3)}X,${ends},${index % 2 === 0 ? bought : ''}`;
  });
  return [header, ...lines].join('\n');
}

export async function openBulk(page: Page): Promise<void> {
  await open(page, '?tab=bulk');
  await expect(button(page, 'Choose a spreadsheet')).toBeVisible();
}

/** Waits for the session, which enables the submit button of the other tab. */
export async function openConnected(page: Page): Promise<void> {
  await openBulk(page);
  await expect(page.locator('form[aria-label="Single asset"] button[type=submit]')).toBeEnabled();
}

/** Opens the page and takes a file through all steps to its results. */
export async function predictFile(page: Page, text: string): Promise<void> {
  await openConnected(page);
  await upload(page, { text });
  await press(page, 'Proceed to Prediction');
  await press(page, 'Generate Predictions');
  await expect(page.getByRole('heading', { name: 'Results', exact: true })).toBeVisible();
}
