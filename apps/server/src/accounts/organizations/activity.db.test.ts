import type { AuditEvent } from '@warranty/contracts/audit-events';
import { expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { fillOrganization } from '../../../test/fill-everything.ts';
import { startMember } from '../../../test/people.ts';

const server = await startTestApp({ env: { SIGN_IN: 'optional' } });

it('the activity of an organization names who acted and whom it was about, also after they have left', async () => {
  const { organization } = await fillOrganization(server);
  const clara = await startMember(server, organization, 'admin', 'Clara');
  const bert = await startMember(server, organization, 'admin', 'Bert');
  await bert.post('/api/external-tokens', { tokenName: 'Inventory' });
  await clara.send('PATCH', `/api/organization/members/${bert.id}`, { role: 'viewer' });
  await clara.send('DELETE', `/api/organization/members/${bert.id}`);

  const { events }: { events: AuditEvent[] } = (await clara.get('/api/audit-events')).json();
  const named = events.map(({ action, actorName, targetName }) => [action, actorName, targetName]);
  expect(named.slice(0, 3)).toEqual([
    ['member.removed', 'Clara', 'Bert'],
    ['member.role_changed', 'Clara', 'Bert'],
    ['token.created', 'Bert', 'Inventory'],
  ]);
  expect(events.every((event) => !('actorId' in event))).toBe(true);
  const file = (await clara.get('/api/audit-events/file')).body;
  expect(file).toContain(',token.created,done,person,Bert,');
  expect(file).toContain(`,member.removed,done,person,Clara,${bert.id},Bert,`);
});
