import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { addDevice, invite, joinByLink, type SignInServer } from '../support/sign-in.ts';

export const addressOf = (handle: string, tab?: string): string =>
  `/o/${handle}/organization${tab ? `?tab=${tab}` : ''}`;

export const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

export const rows = (page: Page, name: string): Locator =>
  page.getByRole('list', { name }).getByRole('listitem');

export const row = (page: Page, list: string, text: string): Locator =>
  rows(page, list).filter({ hasText: text });

/** Creates an organization with its first admin, whose page shows the members. */
export async function openAsAdmin(page: Page, own: SignInServer, name: string, handle: string) {
  const device = await addDevice(page);
  await joinByLink(page, await own.createOrganization(name, handle), 'Anna Admin');
  await page.goto(addressOf(handle));
  await expect(rows(page, 'Members')).toHaveCount(1);
  return device;
}

/** Invites from the page of an admin, and joins in another browser. The page of the new member shows the members. */
export async function addMember(admin: Page, other: Page, name: string, role: string): Promise<void> {
  await other.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('vite-ui-theme', 'system');
  });
  await addDevice(other);
  await joinByLink(other, await invite(admin, role, name), name);
  await other.goto(new URL(admin.url()).pathname);
  await expect(row(other, 'Members', name)).toContainText('You');
}
