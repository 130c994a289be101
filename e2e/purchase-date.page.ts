import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

// The purchase date predictor, for the tests of it.
export const path = '/purchase-date-predictor';
export const singleCall = '**/api/purchase-date/single';
export const analyzeCall = '**/api/purchase-date/analyze';
export const predictCall = '**/api/purchase-date/predict-bulk';
export const sessionCall = '**/api/auth/session';

export const button = (place: Page | Locator, name: string): Locator =>
  place.getByRole('button', { name, exact: true });
export const press = (place: Page | Locator, name: string): Promise<void> => button(place, name).click();
export const description = (page: Page): Locator => page.getByLabel('Asset description');
export const table = (page: Page): Locator => page.getByRole('table', { name: 'Predicted purchase dates' });
export const result = (page: Page): Locator => page.getByRole('region', { name: 'Predicted purchase date' });

export async function open(page: Page, query = ''): Promise<void> {
  await page.goto(path + query);
  await expect(page.getByRole('heading', { name: 'Purchase Date Predictor', level: 1 })).toBeVisible();
}

export interface Upload {
  name?: string;
  text: string;
}

/** As if it had been chosen in the file dialog. */
export async function upload(page: Page, { name = 'assets.csv', text }: Upload): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await press(page, 'Choose a CSV file');
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}

/** As a browser does it that knows nothing of the type. */
export async function drop(page: Page, ...names: string[]): Promise<void> {
  const files = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const name of given) transfer.items.add(new File(['a,b\n1,2\n'], name));
    return transfer;
  }, names);
  const area = page.getByText('or drop it here').locator('..');
  await area.dispatchEvent('drop', { dataTransfer: files });
}

const header = 'Asset Tag,Type,Manufacturer,Model,Serial Number,Warranty Expiration,Purchase Date';

/** A fleet bought in three batches, of which every second date is known. */
export function fleet(rows: number): string {
  const kinds = [
    ['Dell', 'Latitude 5420', '2021-06-15', '2024-06-14'],
    ['Lenovo', 'ThinkPad T14 Gen 3', '2022-10-04', '2025-10-03'],
    ['HP', 'EliteBook 840 G7', '2020-11-30', '2023-11-29'],
  ] as const;
  const lines = Array.from({ length: rows }, (_, at) => {
    const [manufacturer, model, bought, ends] = kinds[Math.floor((at / rows) * kinds.length)] ?? kinds[0];
    const tag = `IT-${String(at + 1).padStart(5, '0')}`;
    return `${tag},Laptop,${manufacturer},${model},SN${tag.slice(3)}X,${ends},${at % 2 === 0 ? bought : ''}`;
  });
  return [header, ...lines].join('\n');
}

export async function openBulk(page: Page): Promise<void> {
  await open(page, '?tab=bulk');
  await expect(button(page, 'Choose a CSV file')).toBeVisible();
}

/** The button of the other tab tells when there is a session. */
export async function openConnected(page: Page): Promise<void> {
  await openBulk(page);
  await expect(page.locator('form[aria-label="Single asset"] button[type=submit]')).toBeEnabled();
}

/** To the results of a file. */
export async function predictFile(page: Page, text: string): Promise<void> {
  await openConnected(page);
  await upload(page, { text });
  await press(page, 'Proceed to Prediction');
  await press(page, 'Generate Predictions');
  await expect(page.getByRole('heading', { name: 'Results', exact: true })).toBeVisible();
}
