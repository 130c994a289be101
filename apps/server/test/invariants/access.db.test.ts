import { type CallerRights, type Role, type Scope, scopes, verdict } from '@warranty/contracts/access';
import type { Endpoint } from '@warranty/contracts/core/endpoint';
import { type ErrorCode, errorCatalog } from '@warranty/contracts/core/errors';
import { describe, expect, it } from 'vitest';
import { agentUser } from '../agents.ts';
import { sameOriginHeaders } from '../app.ts';
import { type BulkUser, startBulkFixture } from '../bulk.ts';
import { dumpDatabase } from '../dump.ts';
import { endpoints, named } from '../endpoints.ts';
import { fillOrganization } from '../fill-everything.ts';
import { type OrdinaryRequest, requestWithoutProof } from '../ordinary-requests.ts';
import { cookieOf as cookiesOf, startMember, type Visitor } from '../people.ts';
import { tokenUser } from '../tokens.ts';

const scene = await startBulkFixture({
  SIGN_IN: 'optional',
  NEW_SESSIONS_PER_HOUR: '10000',
  TOKEN_REQUESTS_PER_MINUTE: '100000',
  ACCESS_TOKENS_PER_USER: '1000',
  BULK_LIVE_RUNS: '1000',
});
const { server, query } = scene;
const [owner, stranger, suspended] = await Promise.all([
  scene.startBulkUser(),
  scene.startBulkUser(),
  scene.startBulkUser(),
]);

interface TestCaller {
  name: string;
  rights: CallerRights | null;
  /** The error for a caller without rights, unless an agent is expected. */
  absent?: ErrorCode;
  proof: Record<string, string>;
  /** Whether what the paths of requests name is the caller's. */
  isOwner: boolean;
}

const proofOf = ({ cookie }: { cookie: string }) => ({ ...sameOriginHeaders, cookie });
const cookieOf = (visitor: Visitor) => proofOf({ cookie: cookiesOf(visitor) });
const bearer = (secret: string) => ({ host: sameOriginHeaders.host, authorization: `Bearer ${secret}` });

async function tokenCaller(
  name: string,
  user: BulkUser,
  granted: readonly Scope[] | null,
): Promise<TestCaller> {
  const { rawToken, token } = await tokenUser(user).make(name, undefined, granted ?? undefined);
  if (!granted) await query('update external_api_tokens set scopes = null where id = $1', [token.id]);
  const actor = { kind: 'token', scopes: granted } as const;
  return { name, rights: { actor }, proof: bearer(rawToken), isOwner: user === owner };
}

const [contoso, fabrikam] = [await fillOrganization(server), await fillOrganization(server)];
const [closed, left] = [await fillOrganization(server), await fillOrganization(server)];

/** A member of an organization other than the owner, which is a browser. */
async function personCaller(
  name: string,
  { organization }: { organization: string },
  role: Role,
  { after, ...rights }: Partial<TestCaller> & { after?: (person: string) => string } = {},
): Promise<TestCaller> {
  const member = await startMember(server, organization, role, name);
  const [row] = await query<{ username: string }>('select username from users where id = $1', [organization]);
  const headers = { 'warranty-organization': row?.username ?? '' };
  if (after) await query(after(member.id));
  await query('delete from rate_limits');
  return {
    name,
    rights: { actor: { kind: 'person', role, isFresh: true } },
    proof: { ...cookieOf(member), ...headers },
    isOwner: false,
    ...rights,
  };
}

const withoutRole: CallerRights = { actor: { kind: 'person', isFresh: true, namesOrganization: true } };

/** What a member of an organization that is suspended, or who has left it, can still prove. */
async function tokenOfLeftMember(): Promise<TestCaller> {
  const member = await startMember(server, left.organization, 'admin', 'who left');
  const { rawToken } = (await member.post('/api/external-tokens', { tokenName: 'CMDB' })).json();
  await query('delete from memberships where person_id = $1', [member.id]);
  const name = 'a token whose member has left';
  return { name, rights: null, absent: 'token_refused', proof: bearer(rawToken), isOwner: false };
}

const browser: CallerRights = { actor: { kind: 'browser' } };
const callers: TestCaller[] = [
  { name: 'no one', rights: null, proof: { ...sameOriginHeaders }, isOwner: false },
  { name: 'the browser', rights: browser, proof: proofOf(owner), isOwner: true },
  { name: 'another browser', rights: browser, proof: proofOf(stranger), isOwner: false },
  { name: 'a suspended browser', rights: null, proof: proofOf(suspended), isOwner: false },
  ...(await Promise.all(scopes.map((scope) => tokenCaller(`a token for ${scope}`, owner, [scope])))),
  await tokenCaller('a token from before there were scopes', owner, null),
  await tokenCaller("another owner's token", stranger, scopes),
  {
    name: 'an agent',
    rights: { actor: { kind: 'agent' } },
    proof: bearer((await agentUser(owner).make()).rawSecret),
    isOwner: true,
  },
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
    ...{ rights: null, absent: 'sign_in_ended' },
  }),
  await personCaller('a person whose session has ended', contoso, 'admin', {
    after: (id) => `update sessions set ends_at = now() where owner = '${id}'`,
    ...{ rights: null, absent: 'sign_in_ended' },
  }),
  await personCaller('an admin of a suspended organization', closed, 'admin', {
    after: () => `update users set suspended_at = now() where id = '${closed.organization}'`,
    rights: withoutRole,
  }),
  await tokenOfLeftMember(),
];

/** The error that a caller gets. */
function codeFor(endpoint: Endpoint, { rights, absent = 'no_session' }: TestCaller): ErrorCode | null {
  const code = verdict(endpoint, rights);
  return code === 'no_session' ? absent : code;
}
await query('update users set suspended_at = now() where username = $1', [suspended.userId]);

/** Requests about what the owner has. They must not succeed, so all can be about the same. */
const requests = new Map<Endpoint, OrdinaryRequest>();
const owned: Record<string, string> = {};
for (const endpoint of endpoints)
  requests.set(endpoint, await requestWithoutProof(scene, owner, endpoint, owned));

const send = (request: OrdinaryRequest | undefined, { proof }: Pick<TestCaller, 'proof'>) =>
  server.app.inject({ ...request, headers: { ...request?.headers, ...proof } });

/** Without what changes on its own: when a session was last used, rates, and the queue. */
async function state(): Promise<string> {
  const sessions = await query('select id, owner from sessions order by id');
  const changing = ['public.sessions', 'public.rate_limits', 'public.access_token_windows', 'pgboss'];
  return (await dumpDatabase(server.database, changing)) + JSON.stringify(sessions);
}

const allowedTo = (endpoint: Endpoint) => callers.filter(({ rights }) => verdict(endpoint, rights) === null);
const refusedBy = (endpoint: Endpoint) => callers.filter(({ rights }) => verdict(endpoint, rights) !== null);

function expectedChallenge({ access }: Endpoint, { rights, proof }: TestCaller): string | undefined {
  if (!('authorization' in proof || access === 'agent')) return undefined;
  const isKnown = rights?.actor.kind === 'token' && access !== 'agent';
  return `Bearer error="${isKnown ? 'insufficient_scope' : 'invalid_token'}"`;
}

const before = await state();

describe('a caller without the right', () => {
  it.each(named(endpoints.filter((endpoint) => refusedBy(endpoint).length > 0)))(
    'gets the declared error: %s',
    async (_, endpoint) => {
      for (const caller of refusedBy(endpoint)) {
        const code = codeFor(endpoint, caller);
        const reply = await send(requests.get(endpoint), caller);
        expect([caller.name, reply.json().code]).toEqual([caller.name, code]);
        expect(reply.statusCode).toBe(code && errorCatalog[code].status);
        expect(reply.headers['www-authenticate']).toBe(expectedChallenge(endpoint, caller));
        expect(endpoint.errors).toContain(code);
      }
    },
  );
});

describe('another owner with the right', () => {
  const isAboutOwner = ({ access, params }: Endpoint) => access !== 'public' && params !== undefined;

  it.each(named(endpoints.filter(isAboutOwner)))('finds nothing: %s', async (_, endpoint) => {
    for (const caller of allowedTo(endpoint).filter(({ isOwner }) => !isOwner)) {
      const reply = await send(requests.get(endpoint), caller);
      expect([caller.name, reply.statusCode, reply.json().code]).toEqual([caller.name, 404, 'not_found']);
    }
  });

  const lists = endpoints.filter(
    ({ method, params, access, audit }) => method === 'GET' && !params && access !== 'public' && !audit,
  );

  it.each(named(lists))('is not shown what the owner has: %s', async (_, endpoint) => {
    for (const caller of allowedTo(endpoint).filter(({ isOwner }) => !isOwner)) {
      const reply = await send(requests.get(endpoint), caller);
      expect([caller.name, reply.statusCode]).toEqual([caller.name, 200]);
      for (const id of Object.values(owned)) expect(reply.body).not.toContain(id);
    }
  });
});

const changing = endpoints.filter(({ method, access }) => method !== 'GET' && access !== 'agent');

it.each(named(changing))(
  "a request from another site is refused, even with the owner's cookie: %s",
  async (_, endpoint) => {
    const proof = { host: 'localhost:3000', 'sec-fetch-site': 'cross-site', cookie: owner.cookie };
    const reply = await send(requests.get(endpoint), { proof });
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'cross_site']);
  },
);

it('none of this changed anything', async () => {
  expect(before).toContain(owned.runId);
  expect(await state()).toBe(before);
});

describe('a caller with the right', () => {
  const ofOwner = (endpoint: Endpoint) =>
    endpoint.access === 'public' ? [] : allowedTo(endpoint).filter(({ isOwner }) => isOwner);

  it.each(
    named(endpoints).flatMap(([name, endpoint]) =>
      ofOwner(endpoint).map((caller) => ({ name, endpoint, caller })),
    ),
  )('succeeds: $name as $caller.name', async ({ endpoint, caller }) => {
    const isBrowser = caller.rights?.actor.kind === 'browser';
    // Some requests end the session, or delete the user.
    const user = isBrowser ? await scene.startBulkUser() : owner;
    const request = await requestWithoutProof(scene, user, endpoint);
    const reply = await send(request, isBrowser ? { ...caller, proof: proofOf(user) } : caller);
    expect([reply.statusCode, reply.statusCode < 300 || reply.body]).toEqual([reply.statusCode, true]);
    if (caller.rights?.actor.kind === 'token')
      expect(reply.headers.ratelimit).toMatch(/^"token";r=\d+;t=\d+$/);
  });
});

it('of a token and a cookie, only the token counts, from any site', async () => {
  const fromElsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://other.example' };
  const url = `/api/bulk-runs/${owned.runId}`;
  const readAs = (name: string, { cookie }: BulkUser) => {
    const proof = callers.find((caller) => caller.name === name)?.proof;
    return server.app.inject({ url, headers: { ...proof, ...fromElsewhere, cookie } });
  };
  expect((await readAs('a token for runs:read', stranger)).statusCode).toBe(200);
  const reply = await readAs("another owner's token", owner);
  expect(reply.statusCode).toBe(404);
  expect(reply.headers['set-cookie']).toBeUndefined();
});
