import type { AccessToken } from '@warranty/contracts/access-tokens';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { recordLog } from '../../../test/fixtures.ts';
import { everythingOf, expectNoTrace } from '../../../test/leaks.ts';
import { startTokenUser, type TokenUser, withToken } from '../../../test/tokens.ts';

const { log, lines } = recordLog();
const server = await startTestApp({ env: { ACCESS_TOKENS_PER_USER: '3' }, log });
const user = await startTokenUser(server);

const { query } = server;
const readRuns = (rawToken: string) => server.app.inject(withToken(rawToken, { url: '/api/bulk-runs' }));

describe('POST /api/external-tokens', () => {
  it('returns the token once, along with its list entry', async () => {
    const reply = await user.call('POST', '', { tokenName: '  Inventory  ' });
    expect(reply.statusCode).toBe(200);
    const { token, rawToken, message, recoveryCode } = reply.json();
    expect(rawToken).toMatch(/^wlt_[0-9A-Za-z]{46}$/);
    expect(token).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      tokenName: 'Inventory',
      isActive: true,
      scopes: ['lookup', 'runs:read', 'runs:write', 'discoveries:read'],
      createdAt: expect.any(String),
      expiresAt: null,
      maskedToken: `${rawToken.slice(0, 8)}...${rawToken.slice(-4)}`,
      usageCount: 0,
      lastUsedAt: null,
    });
    expect(message).toMatch(/\.$/);
    expect(typeof recoveryCode).toBe('string');
    expect(await user.list()).toEqual([token]);
    expect((await user.call('GET')).body).not.toContain(rawToken);
  });

  it('returns a recovery code only with the first secret', async () => {
    const other = await startTokenUser(server);
    const codes = [
      await other.call('POST', '', { tokenName: 'a' }),
      await other.call('POST', '', { tokenName: 'b' }),
    ];
    expect(codes.map((reply) => typeof reply.json().recoveryCode)).toEqual(['string', 'object']);
  });

  it.each([
    [{ tokenName: '   ' }, 'Please enter a token name'],
    [{ tokenName: 'x'.repeat(101) }, expect.any(String)],
    [{}, expect.any(String)],
    [{ tokenName: 'x', expiresAt: 'tomorrow' }, expect.any(String)],
    [{ tokenName: 'x', scopes: [] }, 'Choose at least one thing that the token may do'],
    [{ tokenName: 'x', scopes: ['everything'] }, expect.any(String)],
  ])('rejects %j', async (body, message) => {
    const reply = await user.call('POST', '', body);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().details[0].message).toEqual(message);
  });

  it('rejects an expiry date in the past', async () => {
    const reply = await user.call('POST', '', { tokenName: 'late', expiresAt: new Date().toISOString() });
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'expiry_in_past']);
  });

  it('enforces the quota per user, also for concurrent requests', async () => {
    const eager = await startTokenUser(server);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => eager.call('POST', '', { tokenName: `${index}` })),
    );
    const made = replies.filter(({ statusCode }) => statusCode === 200);
    expect(made).toHaveLength(3);
    expect(replies.find(({ statusCode }) => statusCode !== 200)?.json()).toEqual({
      error: 'You have reached the limit of 3 access tokens. Revoke one first.',
      code: 'too_many_tokens',
    });
    await eager.call('DELETE', `/${(await eager.list())[0]?.id}`);
    expect((await eager.call('POST', '', { tokenName: 'again' })).statusCode).toBe(200);
  });
});

describe('the scopes of a token', () => {
  it('are those that were asked for, each once', async () => {
    const owner = await startTokenUser(server);
    const { token } = await owner.make('reader', undefined, ['runs:read', 'lookup', 'runs:read']);
    expect(token.scopes).toEqual(['lookup', 'runs:read']);
    expect(await owner.list()).toEqual([token]);
  });

  it('are all four for a token from before there were scopes', async () => {
    const owner = await startTokenUser(server);
    const { token } = await owner.make('old', undefined, ['lookup']);
    await query('update external_api_tokens set scopes = null where id = $1', [token.id]);
    expect((await owner.list())[0]?.scopes).toEqual([
      'lookup',
      'runs:read',
      'runs:write',
      'discoveries:read',
    ]);
  });

  it('cannot be changed later', async () => {
    const owner = await startTokenUser(server);
    const { token } = await owner.make('reader', undefined, ['lookup']);
    await owner.call('PATCH', `/${token.id}`, { tokenName: 'writer', scopes: ['lookup', 'runs:write'] });
    expect(await owner.list()).toEqual([{ ...token, tokenName: 'writer' }]);
  });
});

describe('PATCH and DELETE /api/external-tokens/{tokenId}', () => {
  it('rename, disable, enable and revoke the token, effective with the next request', async () => {
    const owner = await startTokenUser(server);
    const { token, rawToken } = await owner.make();
    expect((await readRuns(rawToken)).statusCode).toBe(200);
    const change = (payload: object) => owner.call('PATCH', `/${token.id}`, payload);

    expect((await change({ tokenName: 'Renamed' })).json()).toEqual({ message: 'Token renamed.' });
    expect((await change({ isActive: false })).json()).toEqual({ message: 'Token deactivated.' });
    expect((await owner.list())[0]).toMatchObject({ tokenName: 'Renamed', isActive: false });
    expect((await readRuns(rawToken)).statusCode).toBe(401);
    await change({ isActive: true });
    expect((await readRuns(rawToken)).statusCode).toBe(200);
    expect((await owner.call('DELETE', `/${token.id}`)).json()).toEqual({ message: 'Token revoked.' });
    expect((await readRuns(rawToken)).statusCode).toBe(401);
    expect(await owner.list()).toEqual([]);
  });

  it.each(['x', '00000000-0000-4000-8000-000000000000'])('return 404 for %s', async (id) => {
    expect((await user.call('PATCH', `/${id}`, { isActive: false })).statusCode).toBe(404);
    expect((await user.call('DELETE', `/${id}`)).statusCode).toBe(404);
  });
});

describe('an invalid access token', () => {
  it('gets the same reply whether it is malformed, unknown, disabled, expired, revoked or of a forgotten user', async () => {
    const owner = await startTokenUser(server);
    const [off, expired, revoked] = [await owner.make(), await owner.make(), await owner.make()];
    await owner.call('PATCH', `/${off.token.id}`, { isActive: false });
    await query("update external_api_tokens set expires_at = now() - interval '1 second' where id = $1", [
      expired.token.id,
    ]);
    await owner.call('DELETE', `/${revoked.token.id}`);
    const forgotten = await startTokenUser(server);
    const { rawToken: orphan } = await forgotten.make();
    await server.send('DELETE', '/api/auth/session', { cookie: forgotten.cookie });
    const unknown = `wlt_${'0'.repeat(40)}2kaqcA`;
    const tokens = ['', 'wlt_unknown', unknown, off.rawToken, expired.rawToken, revoked.rawToken, orphan];
    const replies = await Promise.all(tokens.map(readRuns));
    for (const { statusCode, body, headers } of replies) {
      expect([statusCode, body]).toEqual([
        401,
        '{"error":"This access token is not valid.","code":"token_refused"}',
      ]);
      const { 'x-request-id': _, date: __, ...same } = headers;
      const { 'x-request-id': _a, date: __a, ...first } = replies[0]?.headers ?? {};
      expect(same).toEqual(first);
      expect(headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    }
  });

  it('is accepted until it expires', async () => {
    const owner = await startTokenUser(server);
    const { rawToken, token } = await owner.make('short', new Date(Date.now() + 3600_000).toISOString());
    expect((await readRuns(rawToken)).statusCode).toBe(200);
    expect(Date.parse(token.expiresAt ?? '')).toBeGreaterThan(Date.now());
  });
});

it('an access token in a URL is ignored', async () => {
  const owner = await startTokenUser(server);
  const { rawToken } = await owner.make();
  for (const name of ['token', 'access_token', 'authorization'])
    expect((await server.send('GET', `/api/bulk-runs?${name}=${rawToken}`)).json().code).toBe('no_session');
});

describe('access tokens', () => {
  it('appear in no dump, log line, metric or later reply', async () => {
    const owner = await startTokenUser(server);
    const { rawToken } = await owner.make();
    await readRuns(rawToken);
    await readRuns(`${rawToken.slice(0, -1)}!`);
    await server.app.inject(withToken(rawToken, { url: `/api/bulk-runs?token=${rawToken}` }));
    await server.deps.accessTokens.stop();
    server.deps.log.info({ note: rawToken }, `used ${rawToken}`);
    const everything = `${await everythingOf(server, lines)}${(await owner.call('GET')).body}`;
    expect(everything).toContain('[redacted]');
    expectNoTrace(everything, [rawToken.slice(8, 44)]);
  });
});

describe('the usage of an access token', () => {
  const stored = async (owner: TokenUser) => (await owner.list())[0] as AccessToken;

  it('is counted and written in one statement per batch', async () => {
    const owner = await startTokenUser(server);
    const { rawToken } = await owner.make();
    for (let turn = 0; turn < 5; turn += 1) await readRuns(rawToken);
    expect(await stored(owner)).toMatchObject({ usageCount: 0, lastUsedAt: null });
    const before = Date.now();
    await server.deps.accessTokens.stop();
    const { usageCount, lastUsedAt } = await stored(owner);
    expect(usageCount).toBe(5);
    expect(Date.parse(lastUsedAt ?? '')).toBeLessThanOrEqual(before);
    await server.deps.accessTokens.stop();
    expect(await stored(owner)).toMatchObject({ usageCount: 5, lastUsedAt });
  });

  it('keeps its owner from being forgotten as inactive', async () => {
    const owner = await startTokenUser(server);
    const { rawToken } = await owner.make();
    await query("update users set last_used_at = now() - interval '179 days' where username = $1", [
      owner.userId,
    ]);
    await readRuns(rawToken);
    await server.deps.accessTokens.stop();
    const [row] = await query(
      "select last_used_at > now() - interval '1 minute' as recent from users where username = $1",
      [owner.userId],
    );
    expect(row).toEqual({ recent: true });
  });

  it('is written later if the database is unavailable', async () => {
    const owner = await startTokenUser(server);
    const { rawToken } = await owner.make();
    await readRuns(rawToken);
    await query('alter table external_api_tokens add constraint closed check (usage_count = 0) not valid');
    await server.deps.accessTokens.stop();
    expect((await stored(owner)).usageCount).toBe(0);
    await query('alter table external_api_tokens drop constraint closed');
    await readRuns(rawToken);
    await server.deps.accessTokens.stop();
    expect((await stored(owner)).usageCount).toBe(2);
  });
});
