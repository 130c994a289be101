import { randomUUID } from 'node:crypto';
import { takeOverToken } from '@warranty/contracts/access-tokens';
import type { Endpoint } from '@warranty/contracts/core/endpoint';
import * as organization from '@warranty/contracts/organization';
import * as passkeys from '@warranty/contracts/passkeys';
import * as signIn from '@warranty/contracts/sign-in';
import { toOwnerId } from '../src/platform/ownership/owner-id.ts';
import type { TestApp } from './app.ts';
import { fillOrganization } from './fill-everything.ts';
import { cookieOf, invite, startMember, startVisitor, type Visitor } from './people.ts';

/** What a request about sign-in or an organization needs to succeed. Its visitor has the cookies for it. */
interface Prepared {
  visitor: Visitor;
  body?: object;
  params?: Record<string, string>;
}

type Member = Awaited<ReturnType<typeof startMember>>;

interface Scene {
  server: TestApp;
  member: Member;
  admin: Member;
  /** The secret of a new invitation to another organization. */
  invitation(): Promise<string>;
}

async function addPasskey({ authenticator, post }: Visitor): Promise<object> {
  const options = (await post('/api/passkeys/options')).json();
  return { name: 'Phone', credential: authenticator.create(options) };
}

const preparations = new Map<Endpoint, (scene: Scene) => Promise<Prepared>>([
  [signIn.passkeyOptions, async ({ server }) => ({ visitor: startVisitor(server) })],
  [
    signIn.signInWithPasskey,
    async ({ member }) => ({ visitor: member, body: { credential: await member.sign() } }),
  ],
  [signIn.startProviderSignIn, async ({ server }) => ({ visitor: startVisitor(server), body: {} })],
  [
    signIn.finishProviderSignIn,
    async ({ server }) => {
      const visitor = startVisitor(server);
      return { visitor, body: { query: await visitor.askProvider({ sub: randomUUID(), name: 'Clara' }) } };
    },
  ],
  [signIn.signOut, async ({ member }) => ({ visitor: member })],
  [
    signIn.inspectLink,
    async ({ server, invitation }) => ({
      visitor: startVisitor(server),
      body: { secret: await invitation() },
    }),
  ],
  [
    signIn.linkPasskeyOptions,
    async ({ server, invitation }) => ({
      visitor: startVisitor(server),
      body: { secret: await invitation(), name: 'Clara' },
    }),
  ],
  [
    signIn.joinWithPasskey,
    async ({ server, invitation }) => {
      const visitor = startVisitor(server);
      const secret = await invitation();
      const options = (await visitor.post('/api/links/passkey/options', { secret, name: 'Clara' })).json();
      const credential = visitor.authenticator.create(options);
      return { visitor, body: { name: 'Clara', passkeyName: 'Laptop', credential } };
    },
  ],
  [
    signIn.signInWithLink,
    async ({ server, member }) => {
      const target = { person: toOwnerId(member.id) };
      const { secret } = await server.deps.signIn.createLink(target, { minutes: 15 });
      return { visitor: startVisitor(server), body: { secret } };
    },
  ],
  [
    signIn.acceptLink,
    async ({ member, invitation }) => ({ visitor: member, body: { secret: await invitation() } }),
  ],
  [organization.readOrganization, async ({ member }) => ({ visitor: member })],
  [organization.updateOrganization, async ({ admin }) => ({ visitor: admin, body: { name: 'Fabrikam' } })],
  [organization.listMembers, async ({ member }) => ({ visitor: member })],
  [
    organization.changeRole,
    async ({ admin, member }) => ({
      visitor: admin,
      params: { personId: member.id },
      body: { role: 'viewer' },
    }),
  ],
  [
    organization.removeMember,
    async ({ admin, member }) => ({ visitor: admin, params: { personId: member.id } }),
  ],
  [organization.leaveOrganization, async ({ member }) => ({ visitor: member })],
  [organization.listInvitations, async ({ admin }) => ({ visitor: admin })],
  [
    organization.createInvitation,
    async ({ admin }) => ({ visitor: admin, body: { label: 'Clara', role: 'viewer' } }),
  ],
  [
    organization.revokeInvitation,
    async ({ admin }) => {
      const made = await admin.post('/api/organization/invitations', { label: '', role: 'viewer' });
      return { visitor: admin, params: { invitationId: made.json().invitation.id } };
    },
  ],
  [
    takeOverToken,
    async ({ admin }) => {
      const made = await admin.post('/api/external-tokens', { tokenName: 'CMDB' });
      return { visitor: admin, params: { tokenId: made.json().token.id } };
    },
  ],
  [passkeys.listPasskeys, async ({ member }) => ({ visitor: member })],
  [passkeys.newPasskeyOptions, async ({ member }) => ({ visitor: member })],
  [passkeys.addPasskey, async ({ member }) => ({ visitor: member, body: await addPasskey(member) })],
  [
    passkeys.deletePasskey,
    async ({ member }) => {
      await member.post('/api/passkeys', await addPasskey(member));
      const passkeyId = member.authenticator.passkeys[0]?.id.toString('base64url') ?? '';
      return { visitor: member, params: { passkeyId } };
    },
  ],
]);

/** What a new person, or a new visitor, sends to the endpoint. Null if it is for browsers, too. */
export async function prepareSignIn(server: TestApp, endpoint: Endpoint) {
  const prepare = preparations.get(endpoint);
  if (!prepare) return null;
  // The tests send far more than one network may.
  await server.query("delete from rate_limits where key like 'sign-in:%' or key like 'link:%'");
  const [ours, other] = [await fillOrganization(server), await fillOrganization(server)];
  const prepared = await prepare({
    server,
    member: await startMember(server, ours.organization, 'member'),
    admin: await startMember(server, ours.organization, 'admin'),
    invitation: () => invite(server, other.organization, 'viewer'),
  });
  return { ...prepared, cookie: cookieOf(prepared.visitor) };
}
