import type { Locator, Page } from '@playwright/test';
import type { ConfigReply } from '@warranty/contracts/system';
import type { WarrantyResult } from '@warranty/contracts/warranty';
import { countRequests } from '../support/calls.ts';
import { expect } from '../support/fixtures.ts';

export const path = '/individual-lookup';
export const lookupCall = '**/api/warranty/lookup';

/** The tag of a sample device, found by the first word of its label. */
export async function sample(page: Page, word: string): Promise<string> {
  const { samples } = (await (await page.request.get('/api/config')).json()) as ConfigReply;
  const found = samples.find(({ label }) => label.toLowerCase().startsWith(word));
  expect(found, `a sample labelled ${word}`).toBeDefined();
  return found?.identifier ?? '';
}

export const modelNumber = (page: Page) => page.getByRole('textbox', { name: 'Model Number' });
export const submit = (page: Page) => page.getByRole('button', { name: 'Lookup Warranty' });
export const result = (page: Page): Locator =>
  page.getByRole('region').filter({ has: page.locator('h2#result') });

export async function lookUp(page: Page, identifier: string): Promise<void> {
  await modelNumber(page).fill(identifier);
  await submit(page).click();
  await expect(page.locator('h2#result')).toBeVisible();
}

export const countCalls = (page: Page) =>
  countRequests(page, (request) => request.url().endsWith('/api/warranty/lookup'));

/** Modifies the real reply, for cases that the sample data does not contain. */
export async function changeReply(page: Page, change: (reply: WarrantyResult) => void): Promise<void> {
  await page.route(lookupCall, async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as WarrantyResult;
    change(reply);
    await route.fulfill({ response, json: reply });
  });
}
