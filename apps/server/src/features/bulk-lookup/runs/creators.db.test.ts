import type { Role } from '@warranty/contracts/access';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { expect, it } from 'vitest';
import { mapping, startBulkFixture } from '../../../../test/bulk.ts';
import { fillOrganization } from '../../../../test/fill-everything.ts';
import { startMember } from '../../../../test/people.ts';
import { tokenUser, withToken } from '../../../../test/tokens.ts';

const scene = await startBulkFixture({ SIGN_IN: 'optional' });
const { server, query } = scene;
const body = { fieldMapping: mapping };

async function startTeam() {
  const { organization } = await fillOrganization(server);
  const join = (role: Role, name: string) => startMember(server, organization, role, name);
  return [await join('admin', 'Clara'), await join('member', 'Bert')] as const;
}

type Member = Awaited<ReturnType<typeof startMember>>;

/** In the list of runs, and by the run alone. */
async function creatorsShownTo(reader: Pick<Member, 'get'>, { id }: Pick<BulkRun, 'id'>) {
  const { runs }: { runs: BulkRun[] } = (await reader.get('/api/bulk-runs')).json();
  const listed = runs.find((run) => run.id === id);
  return [listed?.createdBy, (await reader.get(`/api/bulk-runs/${id}`)).json().createdBy];
}

it('colleagues are shown who created a run and an agent secret, also after that member has left', async () => {
  const [clara, bert] = await startTeam();
  const run = (await bert.post('/api/bulk-runs', body)).json();
  expect(run.createdBy).toBe('Bert');
  await clara.post('/api/agent/secrets', { name: 'Office' });
  expect(await creatorsShownTo(clara, run)).toEqual(['Bert', 'Bert']);
  const canceled = await clara.post(`/api/bulk-runs/${run.id}/cancel`);
  expect(canceled.json().createdBy).toBe('Bert');
  const own = (await clara.post('/api/bulk-runs', body)).json();
  expect(await creatorsShownTo(bert, own)).toEqual(['Clara', 'Clara']);

  await clara.send('DELETE', `/api/organization/members/${bert.id}`);
  expect(await creatorsShownTo(clara, run)).toEqual(['Bert', 'Bert']);
  await query('delete from users where id = $1', [bert.id]);
  expect(await creatorsShownTo(clara, run)).toEqual([null, null]);
  expect(await creatorsShownTo(clara, own)).toEqual(['Clara', 'Clara']);
  const { secrets } = (await clara.get('/api/agent/secrets')).json();
  expect(secrets).toMatchObject([{ name: 'Office', createdBy: 'Clara' }]);
});

it("an access token creates runs that are no member's, and is not shown who created the others", async () => {
  const [clara, bert] = await startTeam();
  const { rawToken } = (await clara.post('/api/external-tokens', { tokenName: 'CMDB' })).json();
  const withIt = (request: object) => server.app.inject(withToken(rawToken, request));
  const run = (await withIt({ method: 'POST', url: '/api/bulk-runs', payload: body })).json();
  expect(run).not.toHaveProperty('createdBy');
  expect(await creatorsShownTo(bert, run)).toEqual([null, null]);
  const ofBert = (await bert.post('/api/bulk-runs', body)).json();
  const read = await withIt({ url: `/api/bulk-runs/${ofBert.id}` });
  expect(read.json().id).toBe(ofBert.id);
  expect(read.json()).not.toHaveProperty('createdBy');
});

it('a browser, which is alone, is shown no creators', async () => {
  const user = await scene.startBulkUser();
  const { id } = await user.create();
  expect(await user.read(id)).not.toHaveProperty('createdBy');
  const { runs } = await user.get('/api/bulk-runs');
  expect(runs).toMatchObject([{ id }]);
  expect(runs[0]).not.toHaveProperty('createdBy');
  expect((await tokenUser(user).make('CMDB')).token).not.toHaveProperty('createdBy');
});
