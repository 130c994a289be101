import { createHmac } from 'node:crypto';
import type { SessionReply } from '@warranty/contracts/session';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { fillOrganization } from '../../../test/fill-everything.ts';
import { recordLog } from '../../../test/fixtures.ts';
import { identityProvider, type Misbehavior, providerSettings } from '../../../test/identity-provider.ts';
import { everythingOf, expectNoTrace } from '../../../test/leaks.ts';
import { invite, startMember, startVisitor } from '../../../test/people.ts';

const { log, lines } = recordLog();
const server = await startTestApp({
  env: { SIGN_IN: 'optional', NEW_SESSIONS_PER_HOUR: '10000', ...(await providerSettings()) },
  log,
});
/** Has what the provider has said about itself and its keys from no earlier test. */
const other = await server.startProcess();
const provider = await identityProvider();
const { query } = server;
const { organization } = await fillOrganization(server);

const callback = '/api/auth/provider/callback';

async function visit() {
  await query("delete from rate_limits where key like 'sign-in:%'");
  return startVisitor(server);
}

const rowsOf = async () =>
  Promise.all(
    ['sessions', 'people', 'identities', 'memberships'].map(
      async (table) => (await query(`select from ${table}`)).length,
    ),
  );
const countRefusals = async () => (await query("select from audit_events where outcome = 'refused'")).length;

/** Expects a refusal that leaves no session and no row, and one event at most. */
async function refused(code: string, attack: () => Promise<{ json(): { code: string; error: string } }>) {
  const [before, refusals] = [await rowsOf(), await countRefusals()];
  const { code: got, error } = (await attack()).json();
  expect(got).toBe(code);
  expect(error).toMatch(/^[A-Z].+\.$/);
  expect(await rowsOf()).toEqual(before);
  expect((await countRefusals()) - refusals).toBeLessThan(2);
}

describe('a person who signs in with the provider', () => {
  it('is created the first time, and found again', async () => {
    const anna = { sub: 'anna', name: 'Anna', email: 'anna@example.com' };
    const [first, second] = [await visit(), await visit()];
    expect((await first.signInAtProvider(anna, { returnTo: '/bulk-lookup?run=1' })).json()).toEqual({
      ...{ returnTo: '/bulk-lookup?run=1', handle: null },
    });
    expect((await second.signInAtProvider({ ...anna, name: 'Anna Berg' })).json().returnTo).toBe('/');
    const [one, two] = [await first.get('/api/auth/session'), await second.get('/api/auth/session')];
    const { person, organizations } = two.json<SessionReply>();
    expect(person).toEqual({ id: one.json().person.id, name: 'Anna Berg' });
    expect(organizations).toEqual([]);
    const [stored] = await query('select name, email from people where id = $1', [person?.id]);
    expect(stored).toEqual({ name: 'Anna Berg', email: 'anna@example.com' });
  });

  it('is one person, also for two first sign-ins at once', async () => {
    const visitors = await Promise.all([visit(), visit(), visit()]);
    const queries = await Promise.all(visitors.map((visitor) => visitor.askProvider({ sub: 'twice' })));
    const replies = await Promise.all(
      visitors.map((visitor, at) => visitor.post(callback, { query: queries[at] })),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await query("select from identities where subject = 'twice'")).toHaveLength(1);
  });

  it('joins with a link, which is used up', async () => {
    const secret = await invite(server, organization, 'member');
    const bert = await visit();
    const joined = (await bert.signInAtProvider({ sub: 'bert', name: 'Bert' }, { secret })).json();
    expect((await bert.get('/api/auth/session')).json().organization).toMatchObject({
      ...{ handle: joined.handle, role: 'member' },
    });
    const late = await visit();
    expect((await late.post('/api/auth/provider', { secret })).json().code).toBe('link_refused');
  });

  it('does not use up the link to an organization of theirs', async () => {
    const member = { sub: 'clara', name: 'Clara' };
    await (await visit()).signInAtProvider(member, { secret: await invite(server, organization, 'viewer') });
    const secret = await invite(server, organization, 'admin');
    const clara = await visit();
    expect((await clara.signInAtProvider(member, { secret })).statusCode).toBe(200);
    expect((await clara.get('/api/auth/session')).json().organization.role).toBe('viewer');
    expect((await clara.post('/api/links/inspect', { secret })).statusCode).toBe(200);
  });

  it('leaves nothing behind if someone else has used the link meanwhile', async () => {
    const secret = await invite(server, organization, 'member');
    const [slow, quick] = [await visit(), await visit()];
    const late = await slow.askProvider({ sub: 'dora', name: 'Dora' }, { secret });
    await quick.signInAtProvider({ sub: 'emil', name: 'Emil' }, { secret });
    // The attempt goes with the link that it was started with.
    await refused('sign_in_expired', () => slow.post(callback, { query: late }));
  });

  it('gets a new cookie, and the one that was presented ends', async () => {
    const frida = await visit();
    await frida.signInAtProvider({ sub: 'frida' });
    const planted = frida.cookies.get('warranty_sign_in') ?? '';
    await frida.signInAtProvider({ sub: 'frida' });
    expect(frida.cookies.get('warranty_sign_in')).not.toBe(planted);
    const thief = await visit();
    thief.cookies.set('warranty_sign_in', planted);
    expect((await thief.get('/api/auth/session')).json().code).toBe('sign_in_ended');
  });

  it('can end the sign-in there, too', async () => {
    const gina = await visit();
    const { url } = (await gina.get('/api/auth/provider/sign-out')).json();
    expect(url).toBe(`${provider.issuer}/logout?client_id=warranty`);
  });
});

describe('another person', () => {
  it('has the same email and another subject', async () => {
    const email = 'shared@example.com';
    const [one, two] = [await visit(), await visit()];
    await one.signInAtProvider({ sub: 'one', email });
    await two.signInAtProvider({ sub: 'two', email });
    const ids = await Promise.all([one, two].map(async ({ get }) => (await get('/api/auth/session')).json()));
    expect(ids[0].person.id).not.toBe(ids[1].person.id);
  });

  it('has the same subject at another provider', async () => {
    const henry = await visit();
    await henry.signInAtProvider({ sub: 'henry' });
    const before = (await henry.get('/api/auth/session')).json().person.id;
    await query("update identities set issuer = 'https://other.example' where subject = 'henry'");
    await henry.signInAtProvider({ sub: 'henry' });
    expect((await henry.get('/api/auth/session')).json().person.id).not.toBe(before);
  });

  it('has the email of a member who uses a passkey', async () => {
    const member = await startMember(server, organization, 'admin', 'Ida');
    await query("update people set email = 'ida@example.com' where id = $1", [member.id]);
    const thief = await visit();
    await thief.signInAtProvider({ sub: 'thief', email: 'ida@example.com' });
    expect((await thief.get('/api/auth/session')).json().organizations).toEqual([]);
  });
});

describe('the state', () => {
  it.each([
    ['is missing', (text: string) => text.replace(/state=[^&]*/, '')],
    ['is wrong', (text: string) => text.replace(/state=[^&]*/, 'state=c3RhdGU')],
    ['is there twice', (text: string) => `state=c3RhdGU&${text}`],
  ])('%s', async (_, change) => {
    const visitor = await visit();
    const asked = await visitor.askProvider({ sub: 'julia' });
    await refused('sign_in_expired', () => visitor.post(callback, { query: change(asked) }));
  });

  it('is used twice, on two processes at once', async () => {
    const visitor = await visit();
    const payload = { query: await visitor.askProvider({ sub: 'karl' }) };
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { host: 'localhost:3000', 'sec-fetch-site': 'same-origin', cookie };
    const replies = await Promise.all(
      [server.app, other.app].map((app) => app.inject({ method: 'POST', url: callback, headers, payload })),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
    await refused('sign_in_expired', () => visitor.post(callback, payload));
  });

  it('is older than 10 minutes', async () => {
    const visitor = await visit();
    const asked = await visitor.askProvider({ sub: 'lena' });
    await query("update sign_in_attempts set created_at = now() - interval '10 minutes 1 second'");
    await refused('sign_in_expired', () => visitor.post(callback, { query: asked }));
  });

  it('is of another browser, whose person would be signed in here', async () => {
    const [victim, attacker] = [await visit(), await visit()];
    const asked = await attacker.askProvider({ sub: 'attacker' });
    await refused('sign_in_expired', () => victim.post(callback, { query: asked }));
    await victim.post('/api/auth/provider');
    await refused('sign_in_expired', () => victim.post(callback, { query: asked }));
  });

  it('was given out for a passkey', async () => {
    const visitor = await visit();
    const { challenge } = (await visitor.post('/api/auth/passkey/options')).json();
    await refused('sign_in_expired', () => visitor.post(callback, { query: `code=1&state=${challenge}` }));
  });
});

describe('a code of someone else', () => {
  it('is refused, because it is bound to their attempt', async () => {
    const [victim, attacker] = [await visit(), await visit()];
    const stolen = new URLSearchParams(await victim.askProvider({ sub: 'victim' })).get('code');
    const own = new URLSearchParams(await attacker.askProvider({ sub: 'attacker' })).get('state');
    await refused('provider_refused', () =>
      attacker.post(callback, { query: `code=${stolen}&state=${own}` }),
    );
  });

  it('that was made up is refused', async () => {
    const visitor = await visit();
    const state = new URLSearchParams(await visitor.askProvider({ sub: 'martin' })).get('state');
    await refused('provider_refused', () => visitor.post(callback, { query: `code=x&state=${state}` }));
  });
});

const now = () => Math.floor(Date.now() / 1000);
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signed with what an attacker could know: the secret that both sides share. */
function signedWithSecret(idToken: string): string {
  const [, claims] = idToken.split('.');
  const input = `${part({ alg: 'HS256' })}.${claims}`;
  return `${input}.${createHmac('sha256', provider.client.secret).update(input).digest('base64url')}`;
}

const withClaims = (changed: Record<string, unknown>): Misbehavior => ({
  claims: (claims) => ({ ...claims, ...changed }),
});

/** The signature stays that of the token before. */
function changeSubject(idToken: string): string {
  const [header, claims, signature] = idToken.split('.') as [string, string, string];
  const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: 'admin' };
  return [header, part(changed), signature].join('.');
}

const wrongReplies: [string, Misbehavior][] = [
  ['an ID token that was signed with a foreign key', { foreignKey: true }],
  ['an ID token with a changed subject', { idToken: changeSubject }],
  [
    'an ID token without a signature',
    { idToken: (token) => `${part({ alg: 'none' })}.${token.split('.')[1]}.` },
  ],
  ['an ID token that was signed with the shared secret', { idToken: signedWithSecret }],
  ['an ID token for another server', withClaims({ aud: 'another' })],
  [
    'an ID token for several servers, issued to another one',
    withClaims({ aud: ['warranty', 'x'], azp: 'x' }),
  ],
  ['an ID token of another issuer', withClaims({ iss: 'https://evil.example' })],
  ['an ID token that has expired', withClaims({ iat: now() - 7200, exp: now() - 3600 })],
  ['an ID token from the future', withClaims({ nbf: now() + 3600 })],
  ['an ID token of another sign-in', withClaims({ nonce: 'x' })],
  ['an ID token of no sign-in', withClaims({ nonce: undefined })],
  ['an ID token about no one', withClaims({ sub: '' })],
  ['no ID token', { idToken: () => undefined }],
  ['an ID token that is none', { idToken: () => 'x' }],
];

describe('a provider that sends', () => {
  it.each(wrongReplies)('%s is not believed', async (_, misbehavior) => {
    const visitor = await visit();
    await provider.misbehaving(misbehavior, async () => {
      const asked = await visitor.askProvider({ sub: 'nora' });
      await refused('provider_refused', () => visitor.post(callback, { query: asked }));
    });
  });

  it.each([
    ['access_denied', 'provider_denied'],
    ['login_required', 'provider_denied'],
    ['server_error', 'provider_refused'],
  ])('the error %s is told in a sentence', async (error, code) => {
    const visitor = await visit();
    const state = new URLSearchParams(await visitor.askProvider({ sub: 'otto' })).get('state');
    await refused(code, () => visitor.post(callback, { query: `error=${error}&state=${state}` }));
  });

  it('a reply in the name of another issuer is not believed', async () => {
    const visitor = await visit();
    const asked = await visitor.askProvider({ sub: 'paul' });
    const iss = encodeURIComponent('https://evil.example');
    await refused('provider_refused', () => visitor.post(callback, { query: `${asked}&iss=${iss}` }));
  });
});

describe('a suspended person', () => {
  it('cannot sign in', async () => {
    const quinn = await visit();
    await quinn.signInAtProvider({ sub: 'quinn' });
    const { id } = (await quinn.get('/api/auth/session')).json().person;
    await query('update users set suspended_at = now() where id = $1', [id]);
    const again = await visit();
    const asked = await again.askProvider({ sub: 'quinn' });
    await refused('person_suspended', () => again.post(callback, { query: asked }));
  });
});

it('hostile addresses to return to become the start page', async () => {
  const hostile = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/api/auth/sign-out',
    '/%2fevil.example',
  ];
  for (const returnTo of hostile) {
    const reply = await (await visit()).signInAtProvider({ sub: 'rita' }, { returnTo });
    expect([returnTo, reply.json().returnTo]).toEqual([returnTo, '/']);
  }
});

it('no state, code, token, cookie or link appears in a dump, a log line or a metric', async () => {
  const secret = await invite(server, organization, 'member');
  const visitor = await visit();
  const asked = await visitor.askProvider({ sub: 'sina' }, { secret });
  const cookies = [...visitor.cookies.values()];
  // The page itself, whose address has the code until it is loaded.
  await visitor.get(`/sign-in/callback?${asked}`);
  const before = await everythingOf(server, lines);
  await visitor.post(callback, { query: asked });
  const { code, state } = Object.fromEntries(new URLSearchParams(asked));
  const everything = before + (await everythingOf(server, lines));
  const traces = [code ?? '', state ?? '', secret.slice(8, 44), provider.client.secret, ...cookies];
  expectNoTrace(everything, [...traces, ...visitor.cookies.values()]);
});
