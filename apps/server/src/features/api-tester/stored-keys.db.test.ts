import type { VendorOperationReply, VendorOperationRequest } from '@warranty/contracts/api-tester';
import { describe, expect, it } from 'vitest';
import { startCanary } from '../../../test/canary.ts';
import { recordLog } from '../../../test/fixtures.ts';
import { type KeyUser, startKeyFixture } from '../../../test/keys.ts';
import { everythingOf, expectNoTrace } from '../../../test/leaks.ts';

const { log, lines } = recordLog();
/** Repeats everything that it receives, in its headers and its body. */
const echo = await startCanary((request, response) => {
  const { authorization = '' } = request.headers;
  const key = authorization.replace('Bearer ', '');
  response.writeHead(200, { 'content-type': 'application/json', 'x-echo': authorization });
  response.end(JSON.stringify({ url: request.url, sent: request.headers, [key]: encodeURIComponent(key) }));
});
const env = {
  RELAY_CALLS_PER_MINUTE: '5',
  RELAY_CALLS_PER_MINUTE_PER_ADDRESS: '10000',
  MERAKI_BASE_URL: `http://localhost:${echo.port}`,
};
const scene = await startKeyFixture(env, { log });

const dell: VendorOperationRequest = {
  vendor: 'dell',
  operation: 'asset-entitlements',
  parameters: { servicetags: 'abc1234' },
  useStoredKeys: true,
};
const meraki: VendorOperationRequest = { vendor: 'meraki', operation: 'organizations', useStoredKeys: true };

const send = (user: KeyUser, payload: VendorOperationRequest, headers: Record<string, string> = {}) =>
  scene.server.send('POST', '/api/vendor-operations', { cookie: user.cookie, headers, payload });

async function startDellUser(secret = 'stored-dell-secret'): Promise<KeyUser> {
  const user = await scene.startUser();
  await user.save('dell', 'client_id', 'stored-dell-id');
  await user.save('dell', 'client_secret', secret);
  return user;
}

const eventsOf = (user: KeyUser) =>
  scene.query<{ action: string; details: object }>(
    `select action, details from audit_events join users on users.id = owner
      where username = $1 and action in ('vendor_key.used', 'relay.called') order by at`,
    [user.userId],
  );

describe('a vendor operation with stored keys', () => {
  it('is called with the keys of the caller, and recorded as their use', async () => {
    const user = await startDellUser();
    const reply = await send(user, dell);
    expect(reply.json<VendorOperationReply>()).toMatchObject({
      success: true,
      status: 200,
      data: [expect.objectContaining({ serviceTag: 'ABC1234' })],
    });
    expect(await eventsOf(user)).toEqual([
      { action: 'vendor_key.used', details: { vendor: 'dell' } },
      { action: 'relay.called', details: { vendor: 'dell', operation: 'asset-entitlements' } },
    ]);
    expect((await user.config('Dell')).lastUsedAt).not.toBeNull();
  });

  it('exchanges a signed assertion for the access token of Apple', async () => {
    const user = await scene.startUser();
    await user.saveKeys('Apple');
    const request = { vendor: 'apple', operation: 'devices', useStoredKeys: true };
    expect((await send(user, request)).json()).toMatchObject({ success: true, status: 200 });
  });

  it('reports a rejection by the vendor like any other response', async () => {
    const user = await startDellUser('bad-dell-secret');
    const reply = await send(user, dell);
    expect(reply.json()).toMatchObject({ success: false, status: 401 });
    expect(reply.body).not.toContain('bad-dell-secret');
  });

  it.each([
    ['were never stored', async () => scene.startUser()],
    [
      'were deleted',
      async () => {
        const user = await startDellUser();
        await user.call('DELETE', '/dell');
        return user;
      },
    ],
    [
      'are incomplete',
      async () => {
        const user = await startDellUser();
        await user.call('DELETE', '/dell?keyType=client_secret');
        return user;
      },
    ],
    [
      'belong to another user',
      async () => {
        await startDellUser();
        return scene.startUser();
      },
    ],
  ])('is not called if the keys %s', async (_, startUser) => {
    const user = await startUser();
    const reply = await send(user, dell);
    expect([reply.statusCode, reply.json().code]).toEqual([424, 'vendor_keys_missing']);
    expect((await eventsOf(user)).filter(({ action }) => action === 'relay.called')).toEqual([]);
  });

  it('is not called with a key that cannot be decrypted, or was copied from another user', async () => {
    const [owner, thief] = [await startDellUser(), await startDellUser()];
    await scene.query(
      `update api_keys as target set key_value = source.key_value from api_keys as source
        where target.user_id = (select id from users where username = $1)
          and source.user_id = (select id from users where username = $2)
          and target.key_type = source.key_type`,
      [thief.userId, owner.userId],
    );
    expect((await send(thief, dell)).statusCode).toBe(500);
    expect((await eventsOf(thief)).map(({ action }) => action)).toEqual(['vendor_key.used']);
    expect((await send(owner, dell)).statusCode).toBe(200);
  });

  it('is not called when its use cannot be recorded', async () => {
    const user = await startDellUser();
    await scene.withoutAudit(async () => {
      expect((await send(user, dell)).statusCode).toBe(500);
    });
  });

  it.each<[string, VendorOperationRequest]>([
    ['a custom URL', { url: 'https://example.com', method: 'GET', useStoredKeys: true }],
    ['a custom URL with a vendor', { ...dell, url: 'https://example.com', method: 'GET' }],
    ['a header of the user', { ...meraki, auth: { type: 'api_key', headerName: 'X-Other' } }],
    ['a vendor that takes no key', { vendor: 'lenovo', operation: 'warranty', useStoredKeys: true }],
    ['an invalid parameter', { ...dell, parameters: { servicetags: '!' } }],
  ])('is refused with %s, before any key is opened', async (_, request) => {
    const user = await startDellUser();
    expect((await send(user, request)).statusCode).toBe(422);
    expect(await eventsOf(user)).toEqual([]);
  });

  it('is refused from another site, and with an access token', async () => {
    const user = await startDellUser();
    expect((await send(user, dell, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect((await send(user, dell, { authorization: 'Bearer wlt_x' })).statusCode).toBe(401);
    expect(await eventsOf(user)).toEqual([]);
  });

  it('counts against the limit of the tester', async () => {
    const user = await startDellUser();
    const replies = await Promise.all(Array.from({ length: 12 }, () => send(user, dell)));
    expect(replies.map(({ statusCode }) => statusCode)).toContain(429);
  });

  it('never repeats a key: not in the reply, a log line, a metric or a row', async () => {
    const key = 'canary-stored-key-7719';
    const user = await scene.startUser();
    await user.save('meraki', 'api_key', key);
    const reply = await send(user, meraki);
    expect(reply.json<VendorOperationReply>()).toMatchObject({
      status: 200,
      data: { sent: { authorization: 'Bearer [hidden]' }, '[hidden]': '[hidden]' },
      headers: { 'x-echo': 'Bearer [hidden]' },
    });
    const everything = await everythingOf(scene.server, lines, [reply]);
    expect(everything).toContain('organizations');
    expectNoTrace(everything, [key]);
  });
});
