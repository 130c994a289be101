import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { dialog, press } from '../support/controls.ts';
import { expect } from '../support/fixtures.ts';
import { waitForSession } from '../support/wait-for-session.ts';

// Helpers for the access tokens tab.
export const path = '/external-api';
export const listCall = '**/api/external-tokens';
export const tokenCall = '**/api/external-tokens/*';

export const nameField = (page: Page): Locator => dialog(page).getByLabel('Token name');
export const reveal = (page: Page): Locator => page.getByRole('dialog', { name: 'Your new token' });
export const card = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('listitem', { name, exact: true });
export const switchOf = (page: Page, name: string): Locator =>
  page.getByRole('switch', { name: `${name} is active`, exact: true });

export async function open(page: Page): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Your tokens' })).toBeVisible();
  await waitForSession(page);
}

/** Generates a token and leaves its dialog open. */
export async function generate(page: Page, name: string): Promise<string> {
  await press(page, 'Generate New Token');
  await nameField(page).fill(name);
  await press(dialog(page), 'Generate');
  return revealedToken(page);
}

export async function revealedToken(page: Page): Promise<string> {
  const shown = reveal(page).getByText(/^wlt_[0-9A-Za-z]{46}$/);
  await expect(shown).toBeVisible();
  return (await shown.textContent()) ?? '';
}

/** Closes the token dialog, and the recovery code dialog that follows the first token. */
export async function closeReveal(page: Page): Promise<void> {
  await press(reveal(page), 'I have copied it');
  await expect(reveal(page)).toHaveCount(0);
  const code = page.getByRole('dialog', { name: 'Your recovery code' });
  if (await code.isVisible()) await press(code, 'Saved it');
  await expect(dialog(page)).toHaveCount(0);
}

/** Opens the page, creates one token and returns it. */
export async function withToken(page: Page, name: string): Promise<string> {
  await open(page);
  const token = await generate(page, name);
  await closeReveal(page);
  await expect(card(page, name)).toBeVisible();
  return token;
}

/** Calls the API as another application would, with the token and without a cookie. Returns the status. */
export async function callAsApplication(request: APIRequestContext, token: string): Promise<number> {
  const reply = await request.post('/api/warranty/lookup', {
    headers: { authorization: `Bearer ${token}` },
    data: { modelNumber: 'SMP0001' },
  });
  return reply.status();
}
