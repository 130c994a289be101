import { randomUUID } from 'node:crypto';
import type { BrowserSession } from '@warranty/contracts/browser-sessions';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { fillOrganization } from '../../../test/fill-everything.ts';
import { cookieOf, invite, startMember, startVisitor } from '../../../test/people.ts';

const server = await startTestApp({ env: { SIGN_IN: 'optional', NEW_SESSIONS_PER_HOUR: '10000' } });
const { query } = server;
/** Rates of an address are tested elsewhere. */
const forgetRates = () => query('delete from rate_limits');

const startOrganization = async () => (await fillOrganization(server)).organization;
const handleOf = async (organization: string) => {
  const [row] = await query<{ username: string }>('select username from users where id = $1', [organization]);
  return row?.username ?? '';
};

describe('a link to an organization', () => {
  it('says what it is for, and makes a new person a member with a passkey, once', async () => {
    const organization = await startOrganization();
    const secret = await invite(server, organization, 'member');
    const visitor = startVisitor(server);
    const inspected = await visitor.post('/api/links/inspect', { secret });
    expect(inspected.json()).toMatchObject({ kind: 'invitation', organization: 'Contoso', role: 'member' });
    const joined = await visitor.join(secret, 'Clara');
    expect(joined.json()).toEqual({ message: 'You are signed in.' });
    const handle = await handleOf(organization);
    const own = { handle, name: 'Contoso', role: 'member' };
    expect((await visitor.get('/api/auth/session')).json()).toEqual({
      userId: handle,
      person: { id: expect.any(String), name: 'Clara' },
      organization: own,
      organizations: [own],
    });
    const again = await startVisitor(server).join(secret, 'Dora');
    expect([again.statusCode, again.json().code]).toEqual([422, 'link_refused']);
  });

  it('is accepted by a person who is signed in, but not twice', async () => {
    const [first, second] = [await startOrganization(), await startOrganization()];
    const member = await startMember(server, first, 'viewer', 'Emil');
    const accepted = await member.post('/api/links/accept', {
      secret: await invite(server, second, 'admin'),
    });
    expect(accepted.json()).toEqual({ handle: await handleOf(second) });
    const { organizations } = (await member.get('/api/auth/session')).json();
    expect(organizations.map(({ role }: { role: string }) => role).toSorted()).toEqual(['admin', 'viewer']);
    const secret = await invite(server, second, 'viewer');
    expect((await member.post('/api/links/accept', { secret })).json().code).toBe('already_member');
    // It still works for someone else.
    expect((await startVisitor(server).join(secret, 'Fritz')).statusCode).toBe(200);
  });
});

describe('a passkey', () => {
  it('signs in its person on another process', async () => {
    await forgetRates();
    const member = await startMember(server, await startOrganization(), 'member', 'Gerda');
    const other = await server.startProcess();
    await member.post('/api/auth/sign-out');
    expect((await member.get('/api/passkeys')).json().code).toBe('no_session');
    expect((await member.signIn()).statusCode).toBe(200);
    const headers = { host: 'localhost:3000', cookie: cookieOf(member) };
    const session = await other.app.inject({ method: 'GET', url: '/api/auth/session', headers });
    expect(session.json()).toMatchObject({ person: { name: 'Gerda' } });
  });

  it('can be added and deleted, but for the last one', async () => {
    await forgetRates();
    const member = await startMember(server, await startOrganization(), 'member', 'Hanna');
    const options = (await member.post('/api/passkeys/options')).json();
    expect(options.excludeCredentials).toHaveLength(1);
    const credential = member.authenticator.create(options);
    const added = await member.post('/api/passkeys', { name: 'Phone', credential });
    expect(added.json()).toEqual({ message: 'Passkey added.' });
    const { passkeys } = (await member.get('/api/passkeys')).json();
    expect(passkeys).toMatchObject([
      { name: 'Laptop', worksHere: true },
      { name: 'Phone', worksHere: true },
    ]);
    const remove = (id: string) => member.send('DELETE', `/api/passkeys/${id}`);
    expect((await remove(passkeys[0].id)).statusCode).toBe(200);
    expect((await remove(passkeys[0].id)).statusCode).toBe(404);
    expect((await remove(passkeys[1].id)).json().code).toBe('last_passkey');
    expect((await member.signIn()).statusCode).toBe(200);
  });

  it('can only be changed by someone who signed in within 10 minutes', async () => {
    await forgetRates();
    const member = await startMember(server, await startOrganization(), 'member', 'Ines');
    await query("update sessions set created_at = now() - interval '10 minutes 1 second' where owner = $1", [
      member.id,
    ]);
    const reply = await member.post('/api/passkeys/options');
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'sign_in_again']);
    await member.signIn();
    expect((await member.post('/api/passkeys/options')).statusCode).toBe(200);
  });
});

describe('a person', () => {
  it('has at most 20 sessions: the one that began first ends', async () => {
    await forgetRates();
    const member = await startMember(server, await startOrganization(), 'member', 'Jana');
    const first = new Map(member.cookies);
    await query(
      `insert into sessions (token_hash, owner, created_at, ends_at, method)
       select uuid_send(gen_random_uuid()), $1, now() + n * interval '1 second', now() + interval '1 day', 'passkey'
         from generate_series(1, 19) n`,
      [member.id],
    );
    expect((await member.get('/api/auth/sessions')).json().sessions).toHaveLength(20);
    member.cookies.delete('warranty_sign_in');
    await member.signIn();
    expect(await query('select from sessions where owner = $1', [member.id])).toHaveLength(20);
    member.cookies.set('warranty_sign_in', first.get('warranty_sign_in') ?? '');
    expect((await member.get('/api/passkeys')).json().code).toBe('sign_in_ended');
  });

  it('sees which session is this one, and ends all others but this', async () => {
    await forgetRates();
    const member = await startMember(server, await startOrganization(), 'member', 'Karl');
    const first = new Map(member.cookies);
    member.cookies.clear();
    await member.signIn();
    const list = async () => (await member.get('/api/auth/sessions')).json<{ sessions: BrowserSession[] }>();
    expect((await list()).sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect((await member.send('DELETE', '/api/auth/sessions')).json()).toEqual({
      message: '1 session ended.',
    });
    expect((await list()).sessions).toEqual([expect.objectContaining({ isCurrent: true })]);
    const ended = await server.send('GET', '/api/passkeys', { cookie: cookieOf({ cookies: first }) });
    expect(ended.json().code).toBe('sign_in_ended');
  });

  it('in several organizations acts in the one that the request names', async () => {
    await forgetRates();
    const [first, second] = [await startOrganization(), await startOrganization()];
    const member = await startMember(server, first, 'member', 'Kurt');
    const only = await member.get('/api/bulk-runs');
    expect(only.statusCode).toBe(200);
    await member.post('/api/links/accept', { secret: await invite(server, second, 'viewer') });
    expect((await member.get('/api/bulk-runs')).json().code).toBe('organization_needed');
    const runsAt = async (handle: string) =>
      (
        await member.send('GET', '/api/bulk-runs', undefined, {
          headers: { 'warranty-organization': handle },
        })
      ).statusCode;
    expect(await runsAt(await handleOf(first))).toBe(200);
    expect(await runsAt(await handleOf(second))).toBe(200);
    expect(await runsAt(await handleOf(await startOrganization()))).toBe(404);
    expect(await runsAt('nothing-like-that')).toBe(404);
  });

  it('downloads files of the organization that the link names, which other endpoints ignore', async () => {
    await forgetRates();
    const [first, second] = [await startOrganization(), await startOrganization()];
    const member = await startMember(server, first, 'admin', 'Lina');
    await member.post('/api/links/accept', { secret: await invite(server, second, 'admin') });
    const [own, other] = [await handleOf(second), await handleOf(await startOrganization())];
    const codeOf = async (path: string, handle: string) => {
      const reply = await member.get(`${path}?organization=${handle}`);
      return reply.statusCode === 200 ? 200 : reply.json().code;
    };
    expect(await codeOf('/api/audit-events/file', own)).toBe(200);
    expect(await codeOf('/api/audit-events/file', other)).toBe('organization_unknown');
    const file = `/api/bulk-runs/${randomUUID()}/file`;
    expect(await codeOf(file, own)).toBe('not_found');
    expect(await codeOf(file, other)).toBe('organization_unknown');
    expect((await member.get(`/api/bulk-runs?organization=${own}`)).json().code).toBe('organization_needed');
  });
});
