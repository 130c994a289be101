import { describe, expect, it } from 'vitest';
import { sameOriginHeaders, startTestApp } from '../../../test/app.ts';

const server = await startTestApp();

const readSession = (cookie: string) => server.send('GET', '/api/auth/session', { cookie });

describe('POST /api/auth/session', () => {
  it('names a new user with the posted id', async () => {
    const { response, userId } = await server.startSession('demo-user-newname01');
    expect(response.statusCode).toBe(200);
    expect(userId).toBe('demo-user-newname01');
  });

  it('keeps the user of a valid cookie, whatever id is posted', async () => {
    const first = await server.startSession('demo-user-firsttab1');
    const second = await server.startSession('demo-user-secondtab', first.cookie);
    expect(second.userId).toBe('demo-user-firsttab1');
    expect(second.response.headers['set-cookie']).toBeUndefined();
  });

  it.each([undefined, '', 'admin', 'demo-user-UPPERCASE', "demo-user-'; drop", 'demo-user-toolong1234'])(
    'ignores the id %j and generates one',
    async (posted) => {
      const { response, userId } = await server.startSession(posted);
      expect(response.statusCode).toBe(200);
      expect(userId).toMatch(/^demo-user-[a-z0-9]{9}$/);
    },
  );

  it('rejects an id that is not a string', async () => {
    const response = await server.send('POST', '/api/auth/session', {
      payload: { demoUserId: { toString: 'x' } },
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: 'Invalid request data', code: 'invalid_request' });
  });

  it('sets a cookie that scripts cannot read and stores only its hash', async () => {
    const { response, cookie } = await server.startSession();
    expect(response.headers['set-cookie']).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = cookie.split('=')[1] ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await server.database.query('select encode(token_hash, $1) as hash from sessions', [
      'base64',
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('GET /api/auth/session', () => {
  it('returns the user, or 401', async () => {
    const { cookie, userId } = await server.startSession();
    expect((await readSession(cookie)).json()).toEqual({ userId });
    const without = await server.send('GET', '/api/auth/session');
    expect(without.statusCode).toBe(401);
    expect(without.json()).toMatchObject({ code: 'no_session' });
  });

  it('ends a session that was idle for 30 days', async () => {
    const { cookie, userId } = await server.startSession();
    const age = (interval: string) =>
      server.database.query(
        `update sessions set last_used_at = now() - interval '${interval}'
          where owner = (select id from users where username = $1)`,
        [userId],
      );
    await age('29 days');
    expect((await readSession(cookie)).statusCode).toBe(200);
    await age('31 days');
    expect((await readSession(cookie)).statusCode).toBe(401);
  });

  it('renews the session and its cookie on use, at most once an hour', async () => {
    const { cookie, userId } = await server.startSession();
    expect((await readSession(cookie)).headers['set-cookie']).toBeUndefined();
    await server.database.query(
      "update sessions set last_used_at = now() - interval '2 hours' where owner = (select id from users where username = $1)",
      [userId],
    );
    expect((await readSession(cookie)).headers['set-cookie']).toContain(cookie);
    expect((await readSession(cookie)).headers['set-cookie']).toBeUndefined();
  });
});

describe('attacks on a session', () => {
  it("gives a client that posts another user's id a new, empty user", async () => {
    const victim = await server.startSession('demo-user-victim001');
    const attacker = await server.startSession('demo-user-victim001');
    expect(attacker.userId).not.toBe(victim.userId);
    expect((await readSession(attacker.cookie)).json()).toEqual({ userId: attacker.userId });
    expect((await readSession(victim.cookie)).json()).toEqual({ userId: victim.userId });
  });

  it('never adopts a cookie value chosen by an attacker', async () => {
    const fixed = `warranty_sid=${'A'.repeat(43)}`;
    const victim = await server.startSession(undefined, fixed);
    expect(victim.cookie).not.toBe('');
    expect(victim.cookie).not.toBe(fixed);
    expect((await readSession(fixed)).statusCode).toBe(401);
  });

  it('rejects a replayed session after it is deleted', async () => {
    const { cookie } = await server.startSession();
    const forgotten = await server.send('DELETE', '/api/auth/session', { cookie });
    expect(forgotten.statusCode).toBe(204);
    expect((await readSession(cookie)).statusCode).toBe(401);
  });

  it.each([
    ['a foreign Host', { host: 'evil.example', 'sec-fetch-site': 'same-origin' }, 421],
    ['a missing Host', { host: '', 'sec-fetch-site': 'same-origin' }, 421],
    [
      'a forged X-Forwarded-Host',
      { ...sameOriginHeaders, host: 'evil.example', 'x-forwarded-host': 'localhost:3000' },
      421,
    ],
    ['another site', { host: 'localhost:3000', 'sec-fetch-site': 'cross-site' }, 403],
    ['another origin of the same site', { host: 'localhost:3000', 'sec-fetch-site': 'same-site' }, 403],
    ['a foreign Origin', { host: 'localhost:3000', origin: 'https://evil.example' }, 403],
    ['an opaque Origin', { host: 'localhost:3000', origin: 'null' }, 403],
    ['an Origin with another port', { host: 'localhost:3000', origin: 'http://localhost:3001' }, 403],
    [
      'another site with our Origin',
      { host: 'localhost:3000', 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
      403,
    ],
    ['neither header', { host: 'localhost:3000' }, 403],
  ])('writes nothing for %s', async (_, headers, status) => {
    const before = await server.countUsers();
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/auth/session',
      headers,
      payload: {},
    });
    expect(response.statusCode).toBe(status);
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(await server.countUsers()).toBe(before);
  });

  it('accepts a matching Origin if the browser does not send Sec-Fetch-Site', async () => {
    const headers = { host: 'localhost:3000', origin: 'http://localhost:3000' };
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/auth/session',
      headers,
      payload: {},
    });
    expect(response.statusCode).toBe(200);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/csv',
    'application/json; charset=utf-16',
    'application/jsonp',
    '',
  ])('rejects a body of type %j with 415', async (type) => {
    const before = await server.countUsers();
    const response = await server.send('POST', '/api/auth/session', {
      headers: { 'content-type': type },
      payload: '{"demoUserId":"demo-user-formpost1"}',
    });
    expect(response.statusCode).toBe(415);
    expect(await server.countUsers()).toBe(before);
  });

  it('does not accept a session token as a bearer token', async () => {
    const { cookie } = await server.startSession();
    const token = cookie.split('=')[1] ?? '';
    const headers = { host: 'localhost:3000', authorization: `Bearer ${token}` };
    expect((await server.app.inject({ url: '/api/auth/session', headers })).statusCode).toBe(401);
  });
});

it('DELETE /api/auth/session enqueues the erasure in the same transaction, and the name is never reused', async () => {
  const { cookie, userId } = await server.startSession('demo-user-forgetme1');
  const response = await server.send('DELETE', '/api/auth/session', { cookie });
  expect(response.headers['clear-site-data']).toBe('"storage"');
  expect(response.headers['set-cookie']).toContain('warranty_sid=;');
  const jobs = await server.database.query(
    "select data from pgboss.job where name = 'session.erase-user' and data ->> 'owner' = (select id::text from users where username = $1)",
    [userId],
  );
  expect(jobs).toHaveLength(1);
  expect((await server.startSession('demo-user-forgetme1')).userId).not.toBe(userId);
});
