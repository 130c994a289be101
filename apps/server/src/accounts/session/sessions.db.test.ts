import type { BrowserSession } from '@warranty/contracts/browser-sessions';
import { describe, expect, it } from 'vitest';
import { sameOriginHeaders, startTestApp } from '../../../test/app.ts';
import { hashToken, newToken } from '../../platform/secrets/tokens.ts';

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

const server = await startTestApp({ env: { NEW_SESSIONS_PER_HOUR: '1000' } });
/** A second process on the same database. */
const other = await server.startProcess();

const call = (method: 'GET' | 'DELETE', url: string, cookie: string, headers: Record<string, string> = {}) =>
  server.send(method, url, { cookie, headers });

async function start(userAgent = windows) {
  const response = await server.send('POST', '/api/auth/session', {
    headers: { 'user-agent': userAgent },
    payload: {},
  });
  const [set] = response.cookies;
  return { userId: response.json<{ userId: string }>().userId, cookie: `${set?.name}=${set?.value}` };
}

/** Another browser of the same user. */
async function addSession(
  userId: string,
  browser: string | null,
  ages: { used?: string; began?: string } = {},
) {
  const token = newToken();
  const [row] = await server.query<{ id: string }>(
    `insert into sessions (token_hash, owner, browser, created_at, last_used_at)
     select $1, id, $3, now() - $4::interval, now() - $5::interval from users where username = $2 returning id`,
    [hashToken(token), userId, browser, ages.began ?? '0', ages.used ?? '0'],
  );
  return { cookie: `warranty_sid=${token}`, id: row?.id ?? '' };
}

const list = async (cookie: string): Promise<BrowserSession[]> =>
  (await call('GET', '/api/auth/sessions', cookie)).json().sessions;
const statusOf = async (cookie: string, app = server.app) =>
  (await app.inject({ url: '/api/auth/session', headers: { ...sameOriginHeaders, cookie } })).statusCode;

describe('GET /api/auth/sessions', () => {
  it('lists the browsers of the user, this one first', async () => {
    const { userId, cookie } = await start();
    await addSession(userId, 'Firefox on Linux', { used: '3 days', began: '20 days' });
    await addSession(userId, null, { used: '1 day', began: '2 days' });
    await start(iPhone);
    const sessions = await list(cookie);
    expect(sessions.map(({ browser, isCurrent }) => [browser, isCurrent])).toEqual([
      ['Chrome on Windows', true],
      ['Unknown browser', false],
      ['Firefox on Linux', false],
    ]);
    const [current, , oldest] = sessions;
    expect(current?.id).toMatch(/^[0-9a-f-]{36}$/);
    const daysSince = (instant = '') => Math.round((Date.now() - Date.parse(instant)) / 86_400_000);
    expect([
      daysSince(current?.startedAt),
      daysSince(oldest?.startedAt),
      daysSince(oldest?.lastUsedAt),
    ]).toEqual([0, 20, 3]);
  });

  it('shows neither the token, nor its hash, nor the User-Agent, and stores no User-Agent', async () => {
    const { cookie } = await start(`${windows} canary-agent`);
    const { body } = await call('GET', '/api/auth/sessions', cookie);
    const token = cookie.split('=')[1] ?? '';
    for (const secret of [token, hashToken(token).toString('hex'), hashToken(token).toString('base64')])
      expect(body).not.toContain(secret);
    const rows = await server.query('select browser from sessions');
    expect(body + JSON.stringify(rows)).not.toContain('canary');
  });

  it('leaves out sessions that have ended by themselves', async () => {
    const { userId, cookie } = await start();
    await addSession(userId, 'Idle', { used: '31 days', began: '40 days' });
    await addSession(userId, 'Old', { began: '181 days' });
    expect((await list(cookie)).map(({ browser }) => browser)).toEqual(['Chrome on Windows']);
  });

  it('names the browser that used the session last', async () => {
    const { userId, cookie } = await start();
    const { cookie: older, id } = await addSession(userId, null, { used: '2 hours', began: '3 days' });
    await call('GET', '/api/auth/session', older, { 'user-agent': iPhone });
    const found = (await list(cookie)).find((session) => session.id === id);
    expect(found?.browser).toBe('Safari on iPhone');
  });
});

describe('DELETE /api/auth/sessions/{browserSessionId}', () => {
  it('ends one session at once, in every process', async () => {
    const { userId, cookie } = await start();
    const [lost, kept] = [await addSession(userId, 'Lost'), await addSession(userId, 'Kept')];
    expect(await statusOf(lost.cookie, other.app)).toBe(200);
    const reply = await call('DELETE', `/api/auth/sessions/${lost.id}`, cookie);
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Session ended.' }]);
    for (const app of [server.app, other.app]) {
      expect(await statusOf(lost.cookie, app)).toBe(401);
      expect(await statusOf(kept.cookie, app)).toBe(200);
      expect(await statusOf(cookie, app)).toBe(200);
    }
    expect((await call('DELETE', `/api/auth/sessions/${lost.id}`, cookie)).statusCode).toBe(404);
  });

  it.each(['nonsense', '00000000-0000-4000-8000-000000000000'])('returns 404 for %s', async (id) => {
    const { cookie } = await start();
    expect((await call('DELETE', `/api/auth/sessions/${id}`, cookie)).statusCode).toBe(404);
  });
});

it('DELETE /api/auth/sessions ends all sessions of the user but this one, and none of another user', async () => {
  const [{ userId, cookie }, stranger] = [await start(), await start()];
  const others = [await addSession(userId, 'One'), await addSession(userId, 'Two')];
  const reply = await call('DELETE', '/api/auth/sessions', cookie);
  expect([reply.statusCode, reply.json()]).toEqual([200, { message: '2 sessions ended.' }]);
  for (const session of others) expect(await statusOf(session.cookie, other.app)).toBe(401);
  expect(await statusOf(cookie)).toBe(200);
  expect(await statusOf(stranger.cookie)).toBe(200);
  expect((await call('DELETE', '/api/auth/sessions', cookie)).json()).toEqual({
    message: '0 sessions ended.',
  });
});

describe('the life of a session', () => {
  it('ends 180 days after it began, however often it is used', async () => {
    const { userId } = await start();
    const younger = await addSession(userId, 'Younger', { began: '179 days 23 hours' });
    const older = await addSession(userId, 'Older', { began: '180 days 1 hour' });
    expect([await statusOf(younger.cookie), await statusOf(older.cookie)]).toEqual([200, 401]);
  });

  it('is extended by opening a page, with a new cookie', async () => {
    const { userId } = await start();
    const { cookie } = await addSession(userId, 'Idle', { used: '29 days', began: '40 days' });
    const { response } = await server.startSession(undefined, cookie);
    expect(response.headers['set-cookie']).toContain(cookie);
    expect((await server.startSession(undefined, cookie)).response.headers['set-cookie']).toBeUndefined();
  });
});

describe('a recovery', () => {
  it("ends the user's other sessions, in every process", async () => {
    const { userId, cookie } = await start();
    const second = await addSession(userId, 'Second');
    const stranger = await start();
    const made = await server.send('POST', '/api/auth/recovery-code', { cookie });
    const { recoveryCode } = made.json<{ recoveryCode: string }>();
    const recover = (code: string) =>
      server.send('POST', '/api/auth/recover', {
        headers: { 'user-agent': iPhone },
        payload: { recoveryCode: code },
      });
    // A wrong code ends nothing.
    expect(
      (await recover(`${recoveryCode.slice(0, -1)}${recoveryCode.endsWith('0') ? '1' : '0'}`)).statusCode,
    ).toBe(422);
    expect(await statusOf(cookie)).toBe(200);
    const [set] = (await recover(recoveryCode)).cookies;
    for (const lost of [cookie, second.cookie]) expect(await statusOf(lost, other.app)).toBe(401);
    const fresh = `${set?.name}=${set?.value}`;
    expect((await list(fresh)).map(({ browser }) => browser)).toEqual(['Safari on iPhone']);
    expect(await statusOf(stranger.cookie)).toBe(200);
  });
});
