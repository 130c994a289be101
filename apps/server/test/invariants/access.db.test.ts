import { sendDiscovery } from '@warranty/contracts/agents';
import type { Endpoint } from '@warranty/contracts/core/endpoint';
import { errorCatalog } from '@warranty/contracts/core/errors';
import { describe, expect, it } from 'vitest';
import type { SignInMode } from '../../src/accounts/sign-in-mode.ts';
import { type BulkUser, startBulkFixture } from '../bulk.ts';
import { proofOf, startCallers, type TestCaller } from '../callers.ts';
import { dumpDatabase } from '../dump.ts';
import { endpoints, named } from '../endpoints.ts';
import { type OrdinaryRequest, requestWithoutProof } from '../ordinary-requests.ts';
import { isAboutPeople, refusalOf, rightsIn } from '../refusals.ts';

const scene = await startBulkFixture({
  SIGN_IN: 'optional',
  NEW_SESSIONS_PER_HOUR: '10000',
  TOKEN_REQUESTS_PER_MINUTE: '100000',
  ACCESS_TOKENS_PER_USER: '1000',
  BULK_LIVE_RUNS: '1000',
  // Counts of uses would change what is compared.
  TOKEN_USAGE_SECONDS: '3600',
});
const { server, query } = scene;
const [owner, stranger] = [await scene.startBulkUser(), await scene.startBulkUser()];
const callers = await startCallers(scene, owner);
const callerNamed = (name: string) => callers.find((caller) => caller.name === name) as TestCaller;

/** A process per mode, with the same callers. */
const apps = {
  optional: server.app,
  off: (await server.startProcess({ env: { SIGN_IN: 'off' } })).app,
  required: (await server.startProcess({ env: { SIGN_IN: 'required' } })).app,
};
const modes = Object.keys(apps) as SignInMode[];

/** Requests about what the owner has. They must not succeed, so all can be about the same. */
const requests = new Map<Endpoint, OrdinaryRequest>();
const owned: Record<string, string> = {};
for (const endpoint of endpoints)
  requests.set(endpoint, await requestWithoutProof(scene, owner, endpoint, owned));

const send = (
  request: OrdinaryRequest | undefined,
  { proof }: Pick<TestCaller, 'proof'>,
  mode: SignInMode = 'optional',
) => apps[mode].inject({ ...request, headers: { ...request?.headers, ...proof } });

/** Without what changes on its own: when a session was last used, rates, and the queue. */
async function state(): Promise<string> {
  const sessions = await query('select id, owner from sessions order by id');
  const changing = ['public.sessions', 'public.rate_limits', 'public.access_token_windows', 'pgboss'];
  return (await dumpDatabase(server.database, changing)) + JSON.stringify(sessions);
}

const reads = endpoints.filter(
  ({ method, access, audit }) => method === 'GET' && access !== 'public' && !audit,
);
const before = await state();

describe.each(modes)('with SIGN_IN=%s', (mode) => {
  const refusedBy = (endpoint: Endpoint) =>
    callers.filter((caller) => refusalOf(mode, endpoint, caller) !== null);
  const allowedTo = (endpoint: Endpoint) =>
    callers.filter((caller) => refusalOf(mode, endpoint, caller) === null);

  /** Only what takes credentials asks for one. */
  function expectedChallenge(endpoint: Endpoint, caller: TestCaller): string | undefined {
    const { access } = endpoint;
    if (access === 'public' || (mode === 'off' && isAboutPeople(endpoint))) return undefined;
    if (!(caller.isBearer || access === 'agent')) return undefined;
    const isKnown = rightsIn(mode, caller).rights?.actor.kind === 'token' && access !== 'agent';
    return `Bearer error="${isKnown ? 'insufficient_scope' : 'invalid_token'}"`;
  }

  describe('a caller without the right', () => {
    it.each(named(endpoints.filter((endpoint) => refusedBy(endpoint).length > 0)))(
      'gets the declared error: %s',
      async (_, endpoint) => {
        const isUnknown = mode === 'off' && isAboutPeople(endpoint);
        for (const caller of refusedBy(endpoint)) {
          const code = refusalOf(mode, endpoint, caller);
          const reply = await send(requests.get(endpoint), caller, mode);
          expect([caller.name, reply.json().code]).toEqual([caller.name, code]);
          expect(reply.statusCode).toBe(code && errorCatalog[code].status);
          expect(reply.headers['www-authenticate']).toBe(expectedChallenge(endpoint, caller));
          if (!isUnknown) expect(endpoint.errors).toContain(code);
        }
      },
    );
  });

  describe('another owner with the right', () => {
    const isAboutOwner = ({ access, params }: Endpoint) => access !== 'public' && params !== undefined;
    const othersAllowedTo = (endpoint: Endpoint) => allowedTo(endpoint).filter(({ isOwner }) => !isOwner);
    const isOpenToOthers = (endpoint: Endpoint) => othersAllowedTo(endpoint).length > 0;

    it.each(named(endpoints.filter(isAboutOwner).filter(isOpenToOthers)))(
      'finds nothing: %s',
      async (_, endpoint) => {
        for (const caller of othersAllowedTo(endpoint)) {
          const reply = await send(requests.get(endpoint), caller, mode);
          expect([caller.name, reply.statusCode, reply.json().code]).toEqual([caller.name, 404, 'not_found']);
        }
      },
    );

    it.each(named(reads.filter(({ params }) => !params).filter(isOpenToOthers)))(
      'is not shown what the owner has: %s',
      async (_, endpoint) => {
        for (const caller of othersAllowedTo(endpoint)) {
          const reply = await send(requests.get(endpoint), caller, mode);
          expect([caller.name, reply.statusCode]).toEqual([caller.name, 200]);
          for (const id of Object.values(owned)) expect(reply.body).not.toContain(id);
        }
      },
    );
  });
});

const ownerWith = (mode: SignInMode, endpoint: Endpoint) =>
  callers.filter((caller) => caller.isOwner && refusalOf(mode, endpoint, caller) === null);

it.each(named(reads.filter((endpoint) => ownerWith('off', endpoint).length > 0)))(
  'where no one signs in, a browser goes on reading: %s',
  async (_, endpoint) => {
    for (const caller of ownerWith('off', endpoint)) {
      const { statusCode } = await send(requests.get(endpoint), caller, 'off');
      // Not every run has what each of them is about.
      expect([caller.name, [200, 409].includes(statusCode)]).toEqual([caller.name, true]);
    }
  },
);

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

/** In `off`, browsers are what the tests of every feature use. In `required`, nothing of the owner is allowed. */
describe('a caller with the right', () => {
  const ofOwner = (endpoint: Endpoint) =>
    endpoint.access === 'public' ? [] : ownerWith('optional', endpoint);

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

  it.each(modes)('sends what an agent of an organization has found, with SIGN_IN=%s', async (mode) => {
    const reply = await send(requests.get(sendDiscovery), callerNamed('an agent of an organization'), mode);
    expect(reply.statusCode).toBe(sendDiscovery.reply.status);
  });
});

it('of a token and a cookie, only the token counts, from any site', async () => {
  const fromElsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://other.example' };
  const url = `/api/bulk-runs/${owned.runId}`;
  const readAs = (name: string, { cookie }: BulkUser) =>
    server.app.inject({ url, headers: { ...callerNamed(name).proof, ...fromElsewhere, cookie } });
  expect((await readAs('a token for runs:read', stranger)).statusCode).toBe(200);
  const reply = await readAs("another owner's token", owner);
  expect(reply.statusCode).toBe(404);
  expect(reply.headers['set-cookie']).toBeUndefined();
});
