import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { connectTo } from '../../../test/database.ts';
import { fillOrganization } from '../../../test/fill-everything.ts';
import {
  cookieOf,
  type Deviation,
  invite,
  startMember,
  startVisitor,
  type Visitor,
} from '../../../test/people.ts';
import { waitUntil } from '../../../test/wait-until.ts';
import { toOwnerId } from '../../platform/ownership/owner-id.ts';

const server = await startTestApp({ env: { SIGN_IN: 'optional', NEW_SESSIONS_PER_HOUR: '10000' } });
/** A second process: what one ends is over for the other. */
const other = await server.startProcess();
const { query } = server;
const { organization } = await fillOrganization(server);

async function startPerson(name: string) {
  await query('delete from rate_limits');
  return startMember(server, organization, 'member', name);
}

const countSessions = async () => (await query('select from sessions')).length;
const countPeople = async () => (await query('select from people')).length;

/** Expects a refusal that leaves no session and no person. */
async function refused(code: string, attack: () => Promise<{ json(): { code: string } }>): Promise<void> {
  const before = [await countSessions(), await countPeople()];
  expect((await attack()).json().code).toBe(code);
  expect([await countSessions(), await countPeople()]).toEqual(before);
}

const sendToOther = (visitor: Visitor, url: string) =>
  other.app.inject({ method: 'GET', url, headers: { host: 'localhost:3000', cookie: cookieOf(visitor) } });

describe('a challenge', () => {
  it('cannot be used twice', async () => {
    const person = await startPerson('Anna');
    const credential = await person.sign();
    const attempt = new Map(person.cookies);
    expect((await person.post('/api/auth/passkey', { credential })).statusCode).toBe(200);
    for (const [name, value] of attempt) person.cookies.set(name, value);
    await refused('sign_in_expired', () => person.post('/api/auth/passkey', { credential }));
  });

  it('cannot be used twice at once, on two processes', async () => {
    const person = await startPerson('Bert');
    const payload = { credential: await person.sign() };
    const headers = { host: 'localhost:3000', 'sec-fetch-site': 'same-origin', cookie: cookieOf(person) };
    const replies = await Promise.all(
      [server.app, other.app].map((app) =>
        app.inject({ method: 'POST', url: '/api/auth/passkey', headers, payload }),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
  });

  it('is used up by a wrong reply', async () => {
    const person = await startPerson('Carl');
    const [wrong, right] = await (async () => {
      const options = (await person.post('/api/auth/passkey/options')).json();
      return [person.authenticator.sign(options, { isVerified: false }), person.authenticator.sign(options)];
    })();
    await refused('passkey_refused', () => person.post('/api/auth/passkey', { credential: wrong }));
    await refused('sign_in_expired', () => person.post('/api/auth/passkey', { credential: right }));
  });

  it('of another browser is worth nothing', async () => {
    const person = await startPerson('Dora');
    const credential = await person.sign();
    const thief = startVisitor(server);
    await thief.post('/api/auth/passkey/options');
    await refused('sign_in_expired', () => thief.post('/api/auth/passkey', { credential }));
    await refused('sign_in_expired', () => startVisitor(server).post('/api/auth/passkey', { credential }));
  });

  it('ends after 10 minutes', async () => {
    const person = await startPerson('Emil');
    const credential = await person.sign();
    await query("update sign_in_attempts set created_at = now() - interval '10 minutes 1 second'");
    await refused('sign_in_expired', () => person.post('/api/auth/passkey', { credential }));
  });

  it('that was given out for a new passkey opens no session, and the other way around', async () => {
    const person = await startPerson('Frida');
    const options = (await person.post('/api/passkeys/options')).json();
    const credential = person.authenticator.sign(
      { ...options, rpId: options.rp.id },
      {},
      person.authenticator.passkeys[0],
    );
    await refused('sign_in_expired', () => person.post('/api/auth/passkey', { credential }));
    const asked = (await person.post('/api/auth/passkey/options')).json();
    const created = person.authenticator.create({
      challenge: asked.challenge,
      rp: { id: asked.rpId, name: '' },
    });
    await refused('sign_in_expired', () => person.post('/api/passkeys', { name: 'x', credential: created }));
  });

  it('that was made up is worth nothing', async () => {
    const person = await startPerson('Gina');
    await person.post('/api/auth/passkey/options');
    const credential = person.authenticator.sign({ challenge: 'bWFkZSB1cA', rpId: 'localhost' });
    await refused('sign_in_expired', () => person.post('/api/auth/passkey', { credential }));
  });
});

describe('a reply of a passkey is refused', () => {
  it.each<[string, Deviation]>([
    ['from another origin', { origin: 'http://localhost:3001' }],
    ['from a lookalike origin', { origin: 'http://localhost:3000.example.com' }],
    ['for another host', { host: 'example.com' }],
    ['that no user was asked for', { isVerified: false }],
    ['that no user was present for', { isPresent: false, isVerified: false }],
    ['of another kind', { type: 'webauthn.create' }],
    ['from a frame of another site', { crossOrigin: true }],
    ['with a counter that went back', { counter: 1 }],
  ])('%s', async (_, deviation) => {
    const person = await startPerson('Hans');
    await person.signIn();
    await person.signIn();
    const credential = await person.sign(deviation);
    await refused('passkey_refused', () => person.post('/api/auth/passkey', { credential }));
    expect((await person.signIn({ counter: 1000 })).statusCode).toBe(200);
    await query('delete from people');
  });

  it('signed with another key', async () => {
    const [person, thief] = [await startPerson('Ida'), await startPerson('Jens')];
    const options = (await thief.post('/api/auth/passkey/options')).json();
    const own = thief.authenticator.sign(options);
    const [stolen] = person.authenticator.passkeys;
    const credential = { ...own, id: stolen?.id.toString('base64url') };
    await refused('passkey_refused', () => thief.post('/api/auth/passkey', { credential }));
  });

  it('that is created for another host, without a user, or in a frame', async () => {
    for (const deviation of [{ host: 'example.com' }, { isVerified: false }, { crossOrigin: true }]) {
      const secret = await invite(server, organization, 'member');
      await refused('passkey_refused', () => startVisitor(server).join(secret, 'Karl', deviation));
      expect((await startVisitor(server).join(secret, 'Karl')).statusCode).toBe(200);
    }
  });
});

describe('a session', () => {
  it('is never one that was planted, and ends the one that was there', async () => {
    const person = await startPerson('Lars');
    const before = person.cookies.get('warranty_sign_in');
    await person.signIn();
    const first = person.cookies.get('warranty_sign_in');
    expect(first).not.toBe(before);
    person.cookies.set('warranty_sign_in', before ?? '');
    expect((await person.get('/api/passkeys')).json().code).toBe('sign_in_ended');
    person.cookies.set('warranty_sign_in', 'planted');
    await person.signIn();
    expect(person.cookies.get('warranty_sign_in')).not.toBe('planted');
  });

  it('that has ended does not give the data of the browser behind it, on any process', async () => {
    const person = await startPerson('Mona');
    const session = await server.startSession();
    const [name = '', value = ''] = session.cookie.split('=');
    person.cookies.set(name, value);
    expect((await person.get('/api/auth/session')).json()).toMatchObject({ person: { name: 'Mona' } });
    await query('update sessions set ends_at = now() where owner = $1', [person.id]);
    for (const url of ['/api/auth/session', '/api/bulk-runs', '/api/auth/sessions']) {
      const replies = [await person.get(url), await sendToOther(person, url)];
      for (const reply of replies)
        expect([reply.statusCode, reply.json().code]).toEqual([401, 'sign_in_ended']);
    }
    expect((await person.post('/api/auth/session')).json().code).toBe('sign_in_ended');
    // What "Continue without signing in" does.
    await person.post('/api/auth/sign-out');
    expect((await person.get('/api/auth/session')).json()).toEqual({ userId: session.userId });
  });

  it('of a suspended person is over at once, on any process, and no passkey or link opens another', async () => {
    const person = await startPerson('Nora');
    const credential = await person.sign();
    await query('update users set suspended_at = now() where id = $1', [person.id]);
    expect((await sendToOther(person, '/api/passkeys')).json().code).toBe('sign_in_ended');
    await refused('passkey_refused', () => person.post('/api/auth/passkey', { credential }));
    const { secret } = await server.deps.signIn.createLink({ person: person.id }, { minutes: 15 });
    await refused('link_refused', () => person.post('/api/links/sign-in', { secret }));
  });

  it('ends after half of its time without use', async () => {
    const person = await startPerson('Olga');
    const unusedFor = (age: string) =>
      query('update sessions set last_used_at = now() - $2::interval where owner = $1', [person.id, age]);
    await unusedFor('83 hours 59 minutes');
    expect((await person.get('/api/passkeys')).statusCode).toBe(200);
    await unusedFor('84 hours 1 minute');
    expect((await person.get('/api/passkeys')).json().code).toBe('sign_in_ended');
  });

  it('of a person is none of a browser, and the other way around', async () => {
    const person = await startPerson('Paul');
    const visitor = startVisitor(server);
    visitor.cookies.set('warranty_sid', person.cookies.get('warranty_sign_in') ?? '');
    expect((await visitor.get('/api/auth/session')).json().code).toBe('no_session');
    const browser = await server.startSession();
    visitor.cookies.clear();
    visitor.cookies.set('warranty_sign_in', browser.cookie.split('=')[1] ?? '');
    expect((await visitor.get('/api/auth/session')).json().code).toBe('sign_in_ended');
  });

  it('that names an organization is needed by a page of one', async () => {
    const browser = await server.startSession();
    const reply = await server.send('GET', '/api/bulk-runs', {
      cookie: browser.cookie,
      headers: { 'warranty-organization': 'contoso' },
    });
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'sign_in_needed']);
  });
});

describe('a link', () => {
  it.each(['', 'wll_', 'wll_guessed', `wll_${'0'.repeat(46)}`, 'wlt_guessed'])(
    'cannot be guessed: %j',
    async (secret) => {
      await query('delete from rate_limits');
      const visitor = startVisitor(server);
      await refused('link_refused', () => visitor.post('/api/links/inspect', { secret }));
      await refused('link_refused', () => visitor.post('/api/links/sign-in', { secret }));
      await refused('link_refused', () =>
        visitor.post('/api/links/passkey/options', { secret, name: 'Eve' }),
      );
    },
  );

  it('works for one of two who use it at once, on two processes', async () => {
    const secret = await invite(server, organization, 'member');
    const visitors = [startVisitor(server), startVisitor({ ...server, send: sendVia(other) })];
    const replies = await Promise.all(
      visitors.map((visitor, index) => visitor.join(secret, `Twin ${index}`)),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
  });

  it('that was used while someone else asked for a passkey does not work', async () => {
    const secret = await invite(server, organization, 'member');
    const lock = await connectTo(server.database.url);
    await lock.query('begin');
    await lock.query('delete from one_time_links');
    const asked = startVisitor(server).post('/api/links/passkey/options', { secret, name: 'Late' });
    const waits =
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await waitUntil('the attempt to wait for the link', async () => (await query(waits)).length > 0);
    await lock.query('commit');
    expect((await asked).json().code).toBe('link_refused');
  });

  it('that has expired, or was revoked while a passkey was created, does not work', async () => {
    const secret = await invite(server, organization, 'member');
    const visitor = startVisitor(server);
    const options = (await visitor.post('/api/links/passkey/options', { secret, name: 'Quin' })).json();
    const credential = visitor.authenticator.create(options);
    await query('update one_time_links set expires_at = now()');
    const body = { name: 'Quin', passkeyName: 'Laptop', credential };
    await refused('link_refused', () => visitor.post('/api/links/passkey', body));
    await refused('link_refused', () => visitor.post('/api/links/inspect', { secret }));
  });

  it('of an admin who left does not work', async () => {
    const { organization: contoso, person } = await fillOrganization(server);
    const target = { owner: toOwnerId(contoso), role: 'member' } as const;
    const { secret } = await server.deps.signIn.createLink(target, {
      minutes: 60,
      createdBy: toOwnerId(person),
    });
    await query('delete from memberships where owner = $1', [contoso]);
    await refused('link_refused', () => startVisitor(server).join(secret, 'Rita'));
  });

  it('to a suspended organization does not work', async () => {
    const { organization: contoso } = await fillOrganization(server);
    const secret = await invite(server, contoso, 'member');
    await query('update users set suspended_at = now() where id = $1', [contoso]);
    await refused('link_refused', () => startVisitor(server).join(secret, 'Sven'));
  });

  it('for one person cannot be used to join, and one to join opens no session', async () => {
    const person = await startPerson('Tina');
    const { secret } = await server.deps.signIn.createLink({ person: person.id }, { minutes: 15 });
    await refused('link_refused', () => startVisitor(server).join(secret, 'Uwe'));
    const invitation = await invite(server, organization, 'admin');
    await refused('link_refused', () =>
      startVisitor(server).post('/api/links/sign-in', { secret: invitation }),
    );
    const visitor = startVisitor(server);
    expect((await visitor.post('/api/links/sign-in', { secret })).statusCode).toBe(200);
    expect((await visitor.get('/api/auth/session')).json()).toMatchObject({ person: { name: 'Tina' } });
  });
});

/** Requests to another process of the installation. */
function sendVia({ app }: typeof other): typeof server.send {
  return (method, url, { cookie, payload } = {}) =>
    app.inject({
      ...{ method, url, ...(payload !== undefined && { payload }) },
      headers: { host: 'localhost:3000', 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) },
    });
}
