import type { Browser, Locator, Page } from '@playwright/test';
import { csv } from '../bulk-lookup/bulk-lookup.page.ts';
import { button, chooseOption, dialog, press } from '../support/controls.ts';
import { expect } from '../support/fixtures.ts';
import { lookUp } from '../warranty/individual-lookup.page.ts';

/** Opens a page in a browser of its own, whose user has been here before. */
export async function openBrowser(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('testers-needed-shown', 'before');
  });
  return context.newPage();
}

export const openBulkLookup = (page: Page, organization: string) =>
  page.goto(`/o/${organization}/bulk-lookup`);

export const fileButton = (page: Page): Locator => button(page, 'Choose a file');

/** The list of all runs of the organization. */
export const runs = (page: Page): Locator => page.getByRole('region', { name: 'Runs from the last 7 days' });

export const runNamed = (page: Page, file: string): Locator =>
  runs(page).getByRole('link').filter({ hasText: file });

/** Looks up the devices of a file on the page for it, and waits until all are done. */
export async function runFile(page: Page, name: string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(csv({ count: 3 })) };
  await page.locator('input[type=file]').setInputFiles(file);
  await press(dialog(page), 'Confirm');
  await press(page, /^Process File/);
  await press(dialog(page), 'Process CSV');
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible();
}

/** Invites with the page, and returns the link that it shows. */
export async function inviteWithPage(page: Page, whom: string, role: string): Promise<string> {
  await press(page, 'Invite');
  await page.getByRole('textbox', { name: 'Who is it for?' }).fill(whom);
  await page.getByRole('radio', { name: role }).click();
  await press(page, 'Create link');
  const link = await dialog(page).getByText(/#wll_/).textContent();
  await press(page, 'I have copied it');
  return link ?? '';
}

export async function changeRole(page: Page, whom: string, role: string): Promise<void> {
  await chooseOption(page, `Role of ${whom}`, role);
  await expect(page.getByText(/^Role changed to/).first()).toBeVisible();
}

export async function removeMember(page: Page, whom: string): Promise<void> {
  await press(page, `Remove ${whom}`);
  await press(page.getByRole('alertdialog'), 'Remove');
  await expect(button(page, `Remove ${whom}`)).toHaveCount(0);
}

/** Looks a device up on the page for one. */
export async function lookUpIn(page: Page, organization: string, tag: string): Promise<void> {
  await page.goto(`/o/${organization}/individual-lookup`);
  await lookUp(page, tag);
  await expect(recentLookups(page).getByText(tag)).toBeVisible();
}

export const recentLookups = (page: Page): Locator => page.getByRole('region', { name: 'Recent lookups' });

/** The menu of the sidebar for the organization that the page is about. */
export async function openMenu(page: Page, organization: string): Promise<Locator> {
  await press(page.getByRole('complementary', { name: 'Sidebar' }), new RegExp(`^${organization}`));
  return page.getByRole('dialog', { name: 'Organization and account' });
}
