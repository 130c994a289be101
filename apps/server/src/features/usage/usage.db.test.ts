import type { UsageItem } from '@warranty/contracts/usage';
import { expect, it } from 'vitest';
import { type Session, startTestApp } from '../../../test/app.ts';
import { fillOrganization } from '../../../test/fill-everything.ts';
import { startMember, type Visitor } from '../../../test/people.ts';

const server = await startTestApp({ env: { SIGN_IN: 'optional' } });

async function limitsOf(user: Pick<Visitor, 'send'> | Pick<Session, 'send'>) {
  const { items } = (await user.send('GET', '/api/usage')).json<{ items: UsageItem[] }>();
  return Object.fromEntries(items.map(({ id, limit }) => [id, limit]));
}

it('the limits of an organization are ten times those of a browser, each of them', async () => {
  const { organization } = await fillOrganization(server);
  const limits = await limitsOf(await server.startSession());
  expect(Object.keys(limits).length).toBeGreaterThan(8);
  expect(await limitsOf(await startMember(server, organization, 'viewer'))).toEqual(
    Object.fromEntries(Object.entries(limits).map(([id, limit]) => [id, limit * 10])),
  );
});
