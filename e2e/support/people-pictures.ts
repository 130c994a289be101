import type { BrowserContext } from '@playwright/test';
import { createInvitation } from '@warranty/contracts/organization';
import { createOrganization, invite, startVisitor } from '../../harness/people.ts';
import type { Picture } from './pictures.ts';

// The pictures of the guide that need a sign-in, on a server of their own.

/** Lets a team join, and returns what the browser of its admin has. */
export async function createTeam(env: Record<string, string>, url: string): Promise<Cookie[]> {
  const headers = { 'warranty-organization': 'contoso' };
  const anna = startVisitor(url, headers);
  await anna.join(await createOrganization(env, 'contoso'), 'Anna Albrecht');
  const others = [
    ['Bert Brandt', 'admin'],
    ['Clara Costa', 'member'],
    ['Dora Dahl', 'viewer'],
  ] as const;
  for (const [name, role] of others) await startVisitor(url, headers).join(await invite(anna, role), name);
  await anna.call(createInvitation, { body: { label: 'Emil, help desk', role: 'viewer' } });
  return anna
    .cookie()
    .split('; ')
    .map((each) => ({
      name: each.slice(0, each.indexOf('=')),
      value: each.slice(each.indexOf('=') + 1),
      url,
    }));
}

type Cookie = Parameters<BrowserContext['addCookies']>[0][number];

export const peoplePictures: readonly Picture[] = [
  {
    name: 'organization',
    height: 760,
    async prepare(page) {
      await page.goto('/o/contoso/organization');
      await page.getByText('Emil, help desk').waitFor();
    },
  },
  {
    name: 'organization-menu',
    view: 'window',
    async prepare(page) {
      await page.goto('/o/contoso/');
      await page.getByRole('button', { name: /^Contoso/ }).click();
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
    },
  },
  {
    name: 'account',
    height: 760,
    async prepare(page) {
      await page.goto('/o/contoso/account');
      await page.getByText('This browser').first().waitFor();
    },
  },
  {
    name: 'sign-in',
    view: 'window',
    async prepare(page) {
      await page.goto('/sign-in');
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    },
  },
];
