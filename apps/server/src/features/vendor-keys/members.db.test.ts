import { expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { fillOrganization } from '../../../test/fill-everything.ts';
import { startMember, type Visitor } from '../../../test/people.ts';

const server = await startTestApp({ env: { SIGN_IN: 'optional' } });

/** As each member reads the keys of Dell. */
async function masksShownTo({ get }: Visitor) {
  const { userId } = (await get('/api/auth/session')).json();
  const { configs } = (await get(`/api/user/${userId}/api-keys`)).json();
  return configs.find(({ vendor }: { vendor: string }) => vendor === 'Dell').keyTypes;
}

it('all members see which keys their organization has, and admins alone how they end', async () => {
  const { organization } = await fillOrganization(server);
  const clara = await startMember(server, organization, 'admin', 'Clara');
  const { userId } = (await clara.get('/api/auth/session')).json();
  const path = `/api/user/${userId}/api-keys`;
  await clara.send('DELETE', `${path}/dell`);
  await clara.post(path, { vendor: 'dell', keyType: 'client_id', keyValue: 'a-client-id-4711' });
  expect(await masksShownTo(clara)).toEqual({
    client_id: '••••••••4711',
    client_secret: 'Not configured',
  });
  for (const role of ['viewer', 'member'] as const) {
    const colleague = await startMember(server, organization, role, 'Bert');
    expect(await masksShownTo(colleague)).toEqual({
      client_id: '••••••••',
      client_secret: 'Not configured',
    });
  }
});
