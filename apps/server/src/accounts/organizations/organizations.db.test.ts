import type { Role } from '@warranty/contracts/access';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { connectTo } from '../../../test/database.ts';
import { fillOrganization } from '../../../test/fill-everything.ts';
import { cookieOf, startMember, startVisitor } from '../../../test/people.ts';
import { withToken } from '../../../test/tokens.ts';
import { waitUntil } from '../../../test/wait-until.ts';

const server = await startTestApp({ env: { SIGN_IN: 'optional', ACCESS_TOKENS_PER_USER: '1' } });
/** A second process of the installation. */
const other = await server.startProcess();
const { query } = server;

async function startTeam(...roles: Role[]) {
  await query('delete from rate_limits');
  const { organization, person } = await fillOrganization(server);
  // The one who is there first has no passkey that works.
  await query('delete from memberships where person_id = $1', [person]);
  const members = [];
  for (const [index, role] of roles.entries())
    members.push(await startMember(server, organization, role, `${role} ${index}`));
  return { organization, members };
}

type Member = Awaited<ReturnType<typeof startMember>>;
const codeOf = (reply: { statusCode: number; json(): { code: string } }) => [
  reply.statusCode,
  reply.json().code,
];

const readElsewhere = (member: Member, url: string) =>
  other.app.inject({ method: 'GET', url, headers: { host: 'localhost:3000', cookie: cookieOf(member) } });

describe('members', () => {
  it('are listed for every member, and changed by admins alone', async () => {
    const { members } = await startTeam('admin', 'member', 'viewer');
    const [admin, member, viewer] = members as [Member, Member, Member];
    const listed = (await viewer.get('/api/organization/members')).json().members;
    expect(listed).toMatchObject([
      { name: 'admin 0', role: 'admin', isYou: false },
      { name: 'member 1', role: 'member', isYou: false },
      { name: 'viewer 2', role: 'viewer', isYou: true },
    ]);
    const url = `/api/organization/members/${viewer.id}`;
    const promotion = { role: 'member' };
    expect(codeOf(await member.send('PATCH', url, promotion))).toEqual([403, 'role_too_low']);
    expect((await admin.send('PATCH', url, promotion)).json()).toEqual({
      message: 'Role changed to member.',
    });
    expect((await viewer.get('/api/auth/session')).json().organization.role).toBe('member');
    expect((await admin.send('DELETE', url)).json()).toEqual({ message: 'Member removed.' });
    expect(codeOf(await admin.send('DELETE', url))).toEqual([404, 'not_found']);
    for (const id of ['x', admin.id.replace(/.$/, '0'), '00000000-0000-4000-8000-000000000001'])
      expect((await admin.send('PATCH', `/api/organization/members/${id}x`, promotion)).statusCode).toBe(404);
  });

  it('who were removed reach nothing from then on, on any process', async () => {
    const { members } = await startTeam('admin', 'member');
    const [admin, member] = members as [Member, Member];
    expect((await readElsewhere(member, '/api/bulk-runs')).statusCode).toBe(200);
    await admin.send('DELETE', `/api/organization/members/${member.id}`);
    expect(codeOf(await readElsewhere(member, '/api/bulk-runs'))).toEqual([400, 'organization_needed']);
    expect((await member.get('/api/auth/session')).json()).toMatchObject({ organization: null });
  });

  it('of another organization cannot be changed or removed', async () => {
    const [ours, theirs] = [await startTeam('admin'), await startTeam('member')];
    const [admin, stranger] = [ours.members[0] as Member, theirs.members[0] as Member];
    const url = `/api/organization/members/${stranger.id}`;
    expect(codeOf(await admin.send('DELETE', url))).toEqual([404, 'not_found']);
    expect(codeOf(await admin.send('PATCH', url, { role: 'viewer' }))).toEqual([404, 'not_found']);
    expect((await stranger.get('/api/bulk-runs')).statusCode).toBe(200);
  });
});

describe('the last admin', () => {
  it('cannot leave, be removed or become something else', async () => {
    const { members } = await startTeam('admin', 'member');
    const [admin] = members as [Member];
    const url = `/api/organization/members/${admin.id}`;
    expect(codeOf(await admin.send('DELETE', '/api/organization/membership'))).toEqual([409, 'last_admin']);
    expect(codeOf(await admin.send('DELETE', url))).toEqual([409, 'last_admin']);
    expect(codeOf(await admin.send('PATCH', url, { role: 'member' }))).toEqual([409, 'last_admin']);
    expect((await admin.get('/api/auth/session')).json().organization.role).toBe('admin');
  });

  it.each<[string, (one: Member, two: Member) => Promise<unknown>[]]>([
    ['leave', (one, two) => [one, two].map((admin) => admin.send('DELETE', '/api/organization/membership'))],
    [
      'remove each other',
      (one, two) => [
        one.send('DELETE', `/api/organization/members/${two.id}`),
        two.send('DELETE', `/api/organization/members/${one.id}`),
      ],
    ],
    [
      'demote each other',
      (one, two) => [
        one.send('PATCH', `/api/organization/members/${two.id}`, { role: 'viewer' }),
        two.send('PATCH', `/api/organization/members/${one.id}`, { role: 'viewer' }),
      ],
    ],
  ])('is left when two %s at once', async (_, attack) => {
    const { organization, members } = await startTeam('admin', 'admin');
    const [one, two] = members as [Member, Member];
    await Promise.all(attack(one, two));
    const admins = await query("select from memberships where owner = $1 and role = 'admin'", [organization]);
    expect(admins).toHaveLength(1);
  });
});

describe('an invitation', () => {
  it('is shown once, works, and can be revoked', async () => {
    const { members } = await startTeam('admin', 'member');
    const [admin, member] = members as [Member, Member];
    expect(
      codeOf(await member.post('/api/organization/invitations', { label: 'Eve', role: 'admin' })),
    ).toEqual([403, 'role_too_low']);
    const created = await admin.post('/api/organization/invitations', { label: ' Clara ', role: 'viewer' });
    expect(created.statusCode).toBe(201);
    const { url, invitation } = created.json();
    expect(url).toMatch(/^http:\/\/localhost:3000\/link#wll_\w{46}$/);
    expect(invitation).toMatchObject({ label: 'Clara', role: 'viewer', invitedBy: 'admin 0' });
    const list = await admin.get('/api/organization/invitations');
    expect(list.json().invitations).toContainEqual(invitation);
    const secret = url.split('#')[1];
    expect(list.body).not.toContain(secret);
    expect((await startVisitor(server).join(secret, 'Clara')).statusCode).toBe(200);
    const next = (await admin.post('/api/organization/invitations', { label: '', role: 'viewer' })).json();
    const revoke = () => admin.send('DELETE', `/api/organization/invitations/${next.invitation.id}`);
    expect((await revoke()).json()).toEqual({ message: 'Invitation revoked.' });
    expect((await revoke()).statusCode).toBe(404);
    const refused = await startVisitor(server).join(next.url.split('#')[1], 'Dora');
    expect(codeOf(refused)).toEqual([422, 'link_refused']);
  });

  it('of another organization cannot be seen or revoked', async () => {
    const [ours, theirs] = [await startTeam('admin'), await startTeam('admin')];
    const [admin, stranger] = [ours.members[0] as Member, theirs.members[0] as Member];
    const made = (await admin.post('/api/organization/invitations', { label: '', role: 'viewer' })).json();
    expect((await stranger.get('/api/organization/invitations')).body).not.toContain(made.invitation.id);
    const url = `/api/organization/invitations/${made.invitation.id}`;
    expect(codeOf(await stranger.send('DELETE', url))).toEqual([404, 'not_found']);
  });
});

describe('the name and the handle', () => {
  it('are changed by an admin, and a former handle is never given out again', async () => {
    const [ours, theirs] = [await startTeam('admin'), await startTeam('admin')];
    const [admin, stranger] = [ours.members[0] as Member, theirs.members[0] as Member];
    const change = (member: Member, body: object) => member.send('PATCH', '/api/organization', body);
    expect((await change(admin, { name: 'Fabrikam', handle: 'fabrikam' })).statusCode).toBe(200);
    expect((await admin.get('/api/organization')).json()).toMatchObject({
      name: 'Fabrikam',
      handle: 'fabrikam',
      members: 1,
    });
    expect(codeOf(await change(stranger, { handle: 'fabrikam' }))).toEqual([409, 'handle_taken']);
    await change(admin, { handle: 'fabrikam-ltd' });
    expect(codeOf(await change(stranger, { handle: 'fabrikam' }))).toEqual([409, 'handle_taken']);
    expect(codeOf(await change(stranger, { handle: 'api' }))).toEqual([409, 'handle_taken']);
    expect(codeOf(await change(stranger, { handle: 'user-abc' }))).toEqual([409, 'handle_taken']);
    for (const handle of ['a', 'A-b', '-ab', 'ab-', 'a_b', 'x'.repeat(41)])
      expect((await change(stranger, { handle })).statusCode).toBe(400);
  });

  it('go to one of two who want the same handle at once', async () => {
    const [ours, theirs] = [await startTeam('admin'), await startTeam('admin')];
    const members = [ours.members[0] as Member, theirs.members[0] as Member];
    const replies = await Promise.all(
      members.map((member) => member.send('PATCH', '/api/organization', { handle: 'wanted' })),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });
});

describe('an access token of an organization', () => {
  const makeToken = async (admin: Member) =>
    (await admin.post('/api/external-tokens', { tokenName: 'CMDB' })).json();
  const readRuns = (rawToken: string) => other.app.inject(withToken(rawToken, { url: '/api/bulk-runs' }));

  it('stops within a second when its member leaves, and works again once it is taken over', async () => {
    const { members } = await startTeam('admin', 'admin');
    const [one, two] = members as [Member, Member];
    const { token, rawToken, recoveryCode } = await makeToken(one);
    expect([token.createdBy, recoveryCode]).toEqual(['admin 0', null]);
    expect((await readRuns(rawToken)).statusCode).toBe(200);
    await two.send('DELETE', `/api/organization/members/${one.id}`);
    const startedAt = performance.now();
    await waitUntil('the token to stop', async () => (await readRuns(rawToken)).statusCode === 401);
    expect(performance.now() - startedAt).toBeLessThan(1000);
    const [listed] = (await two.get('/api/external-tokens')).json().tokens;
    expect(listed).toMatchObject({ id: token.id, isActive: true, createdBy: null });
    const taken = await two.post(`/api/external-tokens/${token.id}/owner`);
    expect(taken.statusCode).toBe(200);
    await waitUntil('the token to work', async () => (await readRuns(rawToken)).statusCode === 200);
    expect((await two.get('/api/external-tokens')).json().tokens).toMatchObject([{ createdBy: 'admin 1' }]);
  });

  it('is not created, taken over or left behind by a member who is being removed', async () => {
    const { organization, members } = await startTeam('admin', 'admin');
    const [one, two] = members as [Member, Member];
    const { token } = await makeToken(two);
    const lock = await connectTo(server.database.url);
    await lock.query('begin');
    await lock.query('delete from memberships where person_id = $1', [one.id]);
    const late = [
      one.post('/api/external-tokens', { tokenName: 'late' }),
      one.post(`/api/external-tokens/${token.id}/owner`),
      one.post('/api/organization/invitations', { label: 'late', role: 'admin' }),
    ];
    const waits =
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await waitUntil('all three to wait', async () => (await query(waits)).length === late.length);
    await lock.query('commit');
    for (const reply of await Promise.all(late)) expect(codeOf(reply)).toEqual([404, 'organization_unknown']);
    const names = await query('select token_name as name from external_api_tokens where user_id = $1', [
      organization,
    ]);
    expect(names).toEqual([{ name: 'CMDB' }]);
  });

  it('is for its own organization alone, whatever a request says', async () => {
    const [ours, theirs] = [await startTeam('admin'), await startTeam('admin')];
    const { rawToken } = await makeToken(ours.members[0] as Member);
    const readFor = async (organization: string) => {
      const [row] = await query<{ handle: string }>('select username as handle from users where id = $1', [
        organization,
      ]);
      const headers = { 'warranty-organization': row?.handle ?? '' };
      return server.app.inject(withToken(rawToken, { url: '/api/bulk-runs', headers }));
    };
    expect((await readFor(ours.organization)).statusCode).toBe(200);
    expect(codeOf(await readFor(theirs.organization))).toEqual([404, 'organization_unknown']);
  });

  it('cannot be taken over by members, strangers or browsers', async () => {
    const [ours, theirs] = [await startTeam('admin', 'member'), await startTeam('admin')];
    const [admin, member] = ours.members as [Member, Member];
    const { token } = await makeToken(admin);
    const url = `/api/external-tokens/${token.id}/owner`;
    expect(codeOf(await member.post(url))).toEqual([403, 'role_too_low']);
    expect(codeOf(await (theirs.members[0] as Member).post(url))).toEqual([404, 'not_found']);
    const browser = await server.startSession();
    expect(codeOf(await browser.send('POST', url))).toEqual([401, 'sign_in_needed']);
  });

  it('stops when its member or the organization is suspended', async () => {
    const { organization, members } = await startTeam('admin');
    const { rawToken } = await makeToken(members[0] as Member);
    for (const id of [organization, members[0]?.id]) {
      expect((await readRuns(rawToken)).statusCode).toBe(200);
      await query('update users set suspended_at = now() where id = $1', [id]);
      await waitUntil('the token to stop', async () => (await readRuns(rawToken)).statusCode === 401);
      await query('update users set suspended_at = null where id = $1', [id]);
      await waitUntil('the token to work', async () => (await readRuns(rawToken)).statusCode === 200);
    }
  });

  it('is one of ten times as many as a browser may have', async () => {
    const { members } = await startTeam('admin');
    const admin = members[0] as Member;
    for (let count = 0; count < 10; count += 1) expect((await makeToken(admin)).token).toBeDefined();
    const reply = await admin.post('/api/external-tokens', { tokenName: 'one more' });
    expect(codeOf(reply)).toEqual([409, 'too_many_tokens']);
  });
});

describe('where sign-in is required', async () => {
  const strict = await server.startProcess({ env: { SIGN_IN: 'required' } });
  const headers = { host: 'localhost:3000', 'sec-fetch-site': 'same-origin' };

  it('browsers, their tokens and their agents are refused, and those of organizations are not', async () => {
    const browser = await server.startSession();
    const { rawToken } = (
      await browser.send('POST', '/api/external-tokens', { tokenName: 'of a browser' })
    ).json();
    const { rawSecret } = (await browser.send('POST', '/api/agent/secrets', { name: 'of a browser' })).json();
    const read = (url: string, more: Record<string, string>) =>
      strict.app.inject({ url, headers: { ...headers, ...more } });
    expect(codeOf(await read('/api/bulk-runs', { cookie: browser.cookie }))).toEqual([401, 'sign_in_needed']);
    const bearer = { authorization: `Bearer ${rawToken}` };
    expect(codeOf(await read('/api/bulk-runs', bearer))).toEqual([401, 'token_refused']);
    const scan = await strict.app.inject({
      ...{ method: 'POST', url: '/api/agent/discoveries', payload: {} },
      headers: { host: 'localhost:3000', authorization: `Bearer ${rawSecret}` },
    });
    expect(codeOf(scan)).toEqual([401, 'agent_secret_refused']);
    const start = await strict.app.inject({
      ...{ method: 'POST', url: '/api/auth/session', payload: {} },
      headers,
    });
    expect(codeOf(start)).toEqual([401, 'sign_in_needed']);
    const { recoveryCode } = (await browser.send('POST', '/api/auth/recovery-code')).json();
    const recover = await strict.app.inject({
      ...{ method: 'POST', url: '/api/auth/recover', payload: { recoveryCode } },
      headers,
    });
    expect(codeOf(recover)).toEqual([401, 'sign_in_needed']);
    const { members } = await startTeam('admin');
    const admin = members[0] as Member;
    const token = (await admin.post('/api/external-tokens', { tokenName: 'CMDB' })).json();
    const ofOrganization = { authorization: `Bearer ${token.rawToken}` };
    expect((await read('/api/bulk-runs', ofOrganization)).statusCode).toBe(200);
    expect((await read('/api/bulk-runs', { cookie: cookieOf(admin) })).statusCode).toBe(200);
  });
});

it('an organization gets no recovery code, which would open it', async () => {
  const { organization, members } = await startTeam('admin');
  const admin = members[0] as Member;
  const saved = await admin.post('/api/agent/secrets', { name: 'Office' });
  expect(saved.json()).toMatchObject({ recoveryCode: null, secret: { createdBy: 'admin 0' } });
  expect(codeOf(await admin.post('/api/auth/recovery-code'))).toEqual([404, 'browser_only']);
  expect(codeOf(await admin.send('DELETE', '/api/auth/session'))).toEqual([404, 'browser_only']);
  expect(await query('select from recovery_codes where owner = $1', [organization])).toEqual([]);
});
