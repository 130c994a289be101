import type { UsageItem } from '@warranty/contracts/usage';
import { expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';

const server = await startTestApp();

async function limitsOf({ send }: Awaited<ReturnType<typeof server.startSession>>) {
  const { items } = (await send('GET', '/api/usage')).json<{ items: UsageItem[] }>();
  return Object.fromEntries(items.map(({ id, limit }) => [id, limit]));
}

it('the limits of an organization are ten times those of a browser, each of them', async () => {
  const [browser, organization] = [await server.startSession(), await server.startSession()];
  await server.query("update users set kind = 'organization' where username = $1", [organization.userId]);
  const limits = await limitsOf(browser);
  expect(Object.keys(limits).length).toBeGreaterThan(8);
  expect(await limitsOf(organization)).toEqual(
    Object.fromEntries(Object.entries(limits).map(([id, limit]) => [id, limit * 10])),
  );
});
