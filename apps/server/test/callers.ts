import { type CallerRights, type Role, type Scope, scopes } from '@warranty/contracts/access';
import { agentUser } from './agents.ts';
import { sameOriginHeaders } from './app.ts';
import type { BulkFixture, BulkUser } from './bulk.ts';
import { fillOrganization } from './fill-everything.ts';
import { cookieOf, startMember, type Visitor } from './people.ts';
import type { KnownCaller } from './refusals.ts';
import { tokenUser } from './tokens.ts';

export interface TestCaller extends KnownCaller {
  name: string;
  /** Headers. */
  proof: Record<string, string>;
  /** Whether what the paths of requests name is the caller's. */
  isOwner: boolean;
}

type Settled = Pick<TestCaller, 'name' | 'rights'> & Partial<TestCaller>;

export const proofOf = ({ cookie }: { cookie: string }) => ({ ...sameOriginHeaders, cookie });
const proofOfVisitor = (visitor: Visitor) => proofOf({ cookie: cookieOf(visitor) });

/** With a cookie. */
const visitorCaller = (caller: Settled & Pick<TestCaller, 'of' | 'proof'>): TestCaller => ({
  ...{ isBearer: false, absent: 'no_session', isOwner: false },
  ...caller,
});

/** With a token, or the secret of an agent. */
const bearerCaller = (secret: string, caller: Settled & Pick<TestCaller, 'of'>): TestCaller => ({
  ...{ isBearer: true, absent: 'token_refused', isOwner: false },
  proof: { host: sameOriginHeaders.host, authorization: `Bearer ${secret}` },
  ...caller,
});

/** One of every kind. What requests are about belongs to the owner, a browser. */
export async function startCallers(scene: BulkFixture, owner: BulkUser): Promise<TestCaller[]> {
  const [browsers, people] = [await startBrowsers(scene, owner), await startPeople(scene)];
  return [...browsers, ...people, ...(await startOrganizations(scene))];
}

const nowSuspended = 'update users set suspended_at = now() where username = $1';

async function startBrowsers(scene: BulkFixture, owner: BulkUser): Promise<TestCaller[]> {
  const [stranger, suspended] = [await scene.startBulkUser(), await scene.startBulkUser()];
  await scene.query(nowSuspended, [suspended.userId]);
  const of = 'browser';
  const rights: CallerRights = { actor: { kind: of } };
  const isOwner = true;

  async function tokenCaller(name: string, user: BulkUser, granted: readonly Scope[] | null) {
    const { rawToken, token } = await tokenUser(user).make(name, undefined, granted ?? undefined);
    if (!granted) await scene.query('update external_api_tokens set scopes = null where id = $1', [token.id]);
    const actor = { kind: 'token', scopes: granted } as const;
    return bearerCaller(rawToken, { name, of, rights: { actor }, isOwner: user === owner });
  }
  const { rawSecret } = await agentUser(owner).make();
  return [
    visitorCaller({ name: 'no one', of, rights: null, proof: { ...sameOriginHeaders } }),
    visitorCaller({ name: 'the browser', of, rights, proof: proofOf(owner), isOwner }),
    visitorCaller({ name: 'another browser', of, rights, proof: proofOf(stranger) }),
    visitorCaller({ name: 'a suspended browser', of, rights: null, proof: proofOf(suspended) }),
    ...(await Promise.all(scopes.map((scope) => tokenCaller(`a token for ${scope}`, owner, [scope])))),
    await tokenCaller('a token from before there were scopes', owner, null),
    await tokenCaller("another owner's token", stranger, scopes),
    bearerCaller(rawSecret, { name: 'an agent', of, rights: { actor: { kind: 'agent' } }, isOwner }),
  ];
}

async function startPeople({ server, query }: BulkFixture): Promise<TestCaller[]> {
  const [contoso, fabrikam] = [await fillOrganization(server), await fillOrganization(server)];
  const closed = await fillOrganization(server);

  /** `after` is done to the member, by its id. */
  async function personCaller(
    name: string,
    { organization }: { organization: string },
    role: Role,
    { after, ...rights }: Partial<TestCaller> & { after?: (person: string) => string } = {},
  ): Promise<TestCaller> {
    const member = await startMember(server, organization, role, name);
    const [row] = await query<{ username: string }>('select username from users where id = $1', [
      organization,
    ]);
    const proof = { ...proofOfVisitor(member), 'warranty-organization': row?.username ?? '' };
    if (after) await query(after(member.id));
    await query('delete from rate_limits');
    const granted: CallerRights = { actor: { kind: 'person', role, isFresh: true } };
    return visitorCaller({ name, of: 'person', rights: granted, proof, ...rights });
  }
  const withoutRole: CallerRights = { actor: { kind: 'person', isFresh: true, namesOrganization: true } };
  const ended = { rights: null, absent: 'sign_in_ended' } as const;
  return [
    await personCaller('a viewer', contoso, 'viewer'),
    await personCaller('a member', contoso, 'member'),
    await personCaller('an admin', contoso, 'admin'),
    await personCaller('an admin of another organization', fabrikam, 'admin'),
    await personCaller('an admin who signed in long ago', contoso, 'admin', {
      after: (id) => `update sessions set created_at = now() - interval '11 minutes' where owner = '${id}'`,
      rights: { actor: { kind: 'person', role: 'admin' } },
    }),
    await personCaller('a person without an organization', contoso, 'admin', {
      after: (id) => `delete from memberships where person_id = '${id}'`,
      rights: withoutRole,
    }),
    await personCaller('a suspended person', contoso, 'admin', {
      after: (id) => `update users set suspended_at = now() where id = '${id}'`,
      ...ended,
    }),
    await personCaller('a person whose session has ended', contoso, 'admin', {
      after: (id) => `update sessions set ends_at = now() where owner = '${id}'`,
      ...ended,
    }),
    await personCaller('an admin of a suspended organization', closed, 'admin', {
      after: () => `update users set suspended_at = now() where id = '${closed.organization}'`,
      rights: withoutRole,
    }),
  ];
}

async function startOrganizations({ server, query }: BulkFixture): Promise<TestCaller[]> {
  const [contoso, left] = [await fillOrganization(server), await fillOrganization(server)];
  const admin = await startMember(server, contoso.organization, 'admin');
  const leaver = await startMember(server, left.organization, 'admin', 'who left');
  const tokenOf = async ({ post }: Visitor) =>
    (await post('/api/external-tokens', { tokenName: 'CMDB' })).json().rawToken;
  const [token, tokenOfLeaver] = [await tokenOf(admin), await tokenOf(leaver)];
  const { rawSecret } = (await admin.post('/api/agent/secrets', { name: 'Office' })).json();
  await query('delete from memberships where person_id = $1', [leaver.id]);
  const of = 'organization';
  return [
    bearerCaller(token, {
      ...{ name: 'a token of an organization', of },
      rights: { actor: { kind: 'token', scopes } },
    }),
    bearerCaller(tokenOfLeaver, { name: 'a token whose member has left', of, rights: null }),
    bearerCaller(rawSecret, {
      ...{ name: 'an agent of an organization', of },
      rights: { actor: { kind: 'agent' } },
    }),
  ];
}
