import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';

export const button = (place: Page | Locator, name: string | RegExp): Locator =>
  place.getByRole('button', { name, exact: typeof name === 'string' });

export const press = (place: Page | Locator, name: string | RegExp): Promise<void> =>
  button(place, name).click();

export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** There once what shows notifications is loaded. */
export const notifications = (page: Page): Locator => page.getByRole('region', { name: /^Notifications/ });

export async function chooseOption(
  page: Page,
  field: string,
  option: string,
  { exact } = { exact: false },
): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact }).click();
}

/** Needs the permission to read the clipboard. */
export const readClipboard = (page: Page): Promise<string> =>
  page.evaluate(() => navigator.clipboard.readText());

interface Download {
  name: string;
  bytes: Buffer;
  text: string;
}

/** Downloads a file by a button, or by what else starts it. */
export async function download(page: Page, start: string | (() => Promise<void>)): Promise<Download> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    typeof start === 'string' ? press(page, start) : start(),
  ]);
  const bytes = await readFile(await file.path());
  return { name: file.suggestedFilename(), bytes, text: bytes.toString() };
}

/** Drops files, as text and without a type unless they have one, as some browsers do. */
export async function dropFiles(
  area: Locator,
  ...files: { name: string; content?: string | Buffer; type?: string }[]
): Promise<void> {
  const given = files.map(({ name, content = 'a,b\n1,2\n', type = '' }) => ({
    name,
    type,
    base64: Buffer.from(content).toString('base64'),
  }));
  const dataTransfer = await area.page().evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, type, base64 } of all) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type }));
    }
    return transfer;
  }, given);
  await area.dispatchEvent('drop', { dataTransfer });
}
