import type { Locator, Page } from '@playwright/test';
import { dialog, press } from '../support/controls.ts';
import { expect } from '../support/fixtures.ts';

// Helpers for the vendor keys page.
export const path = '/api-keys';
export const browserPath = `${path}?tab=browser`;
export const usagePath = `${path}?tab=usage`;
export const activityPath = `${path}?tab=activity`;
export const listCall = '**/api/user/*/api-keys';
export const testCall = '**/api/user/*/api-keys/test';
export const deleteCall = '**/api/user/*/api-keys/lenovo*';

export const row = (page: Page, vendor: string): Locator =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^${vendor} \\d|^${vendor} (Tested|Uses)`) });
export const panel = (page: Page, vendor: string): Locator =>
  page.getByRole('region', { name: vendor, exact: true });
/** The key for which the dialog was opened, which is the required one. */
export const value = (page: Page): Locator =>
  dialog(page).locator('input[required], input[aria-required=true]');
export const openTab = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click();
/** Opens the dialog for a vendor's key. */
export async function configure(page: Page, vendor: string, key: string): Promise<void> {
  await page.goto(`${path}?vendor=${vendor.toLowerCase()}`);
  await press(page, `Configure ${vendor} ${key}`);
  await expect(value(page)).toBeFocused();
}

export async function save(page: Page, vendor: string, key: string, text: string): Promise<void> {
  await configure(page, vendor, key);
  await value(page).fill(text);
  await press(dialog(page), 'Save');
  await expect(page.getByText(`${vendor} ${key} saved.`).first()).toBeVisible();
}

/** Closes the recovery code dialog that follows the first key, and returns the code. */
export async function takeRecoveryCode(page: Page): Promise<string> {
  const shown = page.getByRole('dialog', { name: 'Your recovery code' });
  const code = (await shown.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){6}$/).textContent()) ?? '';
  await press(shown, 'Saved it');
  await expect(shown).toHaveCount(0);
  return code;
}

export async function saveLenovo(page: Page): Promise<string> {
  await save(page, 'Lenovo', 'API key', 'sample-lenovo-key-42');
  return takeRecoveryCode(page);
}
