import { describe, expect, it } from 'vitest';
import { device, scanOf, sendTo, startAgentUser } from '../../../test/agents.ts';
import { startTestApp } from '../../../test/app.ts';
import { recordLog } from '../../../test/fixtures.ts';
import { everythingOf, expectNoTrace } from '../../../test/leaks.ts';
import { tokenUser, withToken } from '../../../test/tokens.ts';

const { log, lines } = recordLog();
const server = await startTestApp({
  env: { AGENT_SECRETS_PER_USER: '3', AGENT_SCANS_PER_MINUTE: '5', DISK_FLOOR_MB: '0' },
  log,
});
const user = await startAgentUser(server);

const send = (rawSecret: string, scan: unknown = scanOf([device(1)])) => sendTo(server)(rawSecret, scan);
const { query } = server;

describe('POST /api/agent/secrets', () => {
  it('returns the secret once, along with its list entry', async () => {
    const { secret, rawSecret, recoveryCode } = await user.make('  Office north  ');
    expect(rawSecret).toMatch(/^wla_[0-9A-Za-z]{46}$/);
    expect(secret).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Office north',
      maskedSecret: `${rawSecret.slice(0, 8)}...${rawSecret.slice(-4)}`,
      createdAt: expect.any(String),
      lastUsedAt: null,
      lastAgentId: null,
      forSeveralAgents: false,
      boundAgentId: null,
    });
    expect(recoveryCode).toEqual(expect.any(String));
    expect(await user.secrets()).toEqual([secret]);
    expect((await user.make('Second')).recoveryCode).toBeNull();
  });

  it.each([{ name: '   ' }, { name: 'x'.repeat(101) }, {}])('rejects %j', async (body) => {
    expect((await user.call('POST', '/secrets', body)).statusCode).toBe(400);
  });

  it('enforces the quota per user, also for concurrent requests', async () => {
    const eager = await startAgentUser(server);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => eager.call('POST', '/secrets', { name: `${index}` })),
    );
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3);
    expect(replies.find(({ statusCode }) => statusCode !== 201)?.json()).toEqual({
      error: 'You have reached the limit of 3 agent secrets. Revoke one first.',
      code: 'too_many_secrets',
    });
  });
});

describe('an agent secret', () => {
  it('shows when and by which agent it was last used', async () => {
    const owner = await startAgentUser(server);
    const { rawSecret } = await owner.make();
    await send(rawSecret);
    const [listed] = await owner.secrets();
    expect(listed?.lastAgentId).toBe('office-north');
    expect(Math.abs(Date.parse(listed?.lastUsedAt ?? '') - Date.now())).toBeLessThan(30_000);
  });

  it('gives no access if it is wrong, unknown, of another kind or replaced by a session cookie', async () => {
    const { rawSecret } = await (await startAgentUser(server)).make();
    const token = (await tokenUser(user).make()).rawToken;
    const swapped = rawSecret.slice(0, -1) + (rawSecret.endsWith('a') ? 'b' : 'a');
    for (const wrong of ['', 'nonsense', 'wla_', swapped, `${rawSecret}x`, token]) {
      const reply = await send(wrong);
      expect([reply.statusCode, reply.json()]).toEqual([
        401,
        { error: 'This agent secret is not valid.', code: 'agent_secret_refused' },
      ]);
    }
    const byCookie = await user.call('POST', '/discoveries', scanOf([]));
    expect([byCookie.statusCode, byCookie.json().code]).toEqual([401, 'agent_secret_refused']);
  });

  it('can send scans but read nothing, not even its own scans', async () => {
    const owner = await startAgentUser(server);
    const { rawSecret } = await owner.make();
    const { session_id } = (await send(rawSecret)).json();
    for (const url of [
      '/api/agent/discoveries',
      `/api/agent/discoveries/${session_id}`,
      '/api/agent/secrets',
      '/api/bulk-runs',
      '/api/external-tokens',
    ]) {
      expect((await server.app.inject(withToken(rawSecret, { url }))).statusCode).toBe(401);
    }
  });

  it('shows and changes nothing of another owner', async () => {
    const [victim, thief] = [await startAgentUser(server), await startAgentUser(server)];
    const scan = scanOf([device(1, { hostname: 'canary-of-the-victim' })]);
    const { session_id } = (await send((await victim.make()).rawSecret, scan)).json();
    const stolen = (await thief.make()).rawSecret;
    // Even an identical scan becomes the attacker's own.
    const own = (await send(stolen, scan)).json();
    expect(own.session_id).not.toBe(session_id);
    expect((await thief.sessions()).map(({ id }) => id)).toEqual([own.session_id]);
    expect((await thief.call('GET', `/discoveries/${session_id}`)).statusCode).toBe(404);
    expect((await thief.call('GET', `/discoveries?before=${session_id}`)).json()).toEqual({ sessions: [] });
    expect((await victim.sessions()).map(({ id }) => id)).toEqual([session_id]);
  });

  it('is rejected after it is revoked, and its scans remain', async () => {
    const owner = await startAgentUser(server);
    const { secret, rawSecret } = await owner.make();
    expect((await send(rawSecret)).statusCode).toBe(200);
    const reply = await owner.call('DELETE', `/secrets/${secret.id}`);
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Secret revoked.' }]);
    expect((await send(rawSecret)).statusCode).toBe(401);
    expect(await owner.sessions()).toHaveLength(1);
    expect((await owner.call('DELETE', `/secrets/${secret.id}`)).statusCode).toBe(404);
    expect((await owner.call('DELETE', '/secrets/nonsense')).statusCode).toBe(404);
  });

  it('revoked by another process is rejected before a scan is stored', async () => {
    const owner = await startAgentUser(server);
    const { secret, rawSecret } = await owner.make();
    expect((await send(rawSecret)).statusCode).toBe(200);
    await query('delete from agent_secrets where id = $1', [secret.id]);
    const reply = await send(rawSecret, scanOf([device(2)]));
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'agent_secret_refused']);
    expect(await owner.sessions()).toHaveLength(1);
  });

  it('can send a limited number of scans per minute, and then gets a Retry-After', async () => {
    const { rawSecret } = await (await startAgentUser(server)).make();
    const replies = [];
    for (let turn = 0; turn < 6; turn += 1) replies.push(await send(rawSecret));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429]);
    const { headers } = replies[5] as (typeof replies)[0];
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(12);
  });

  it('appears in no dump and no log line', async () => {
    const { rawSecret } = await (await startAgentUser(server)).make('Canary');
    await send(rawSecret);
    const everything = await everythingOf(server, lines);
    expectNoTrace(everything, [rawSecret, rawSecret.slice(8, -4)]);
  });
});
