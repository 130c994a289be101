import { describe, expect, it } from 'vitest';
import { appleKeys, startKeyFixture } from '../../../test/keys.ts';

const scene = await startKeyFixture();

const notStored = { storedKeys: [], lastUsedAt: null, lastTest: null, isConfigured: false };
const twoKeys = { client_id: 'Not configured', client_secret: 'Not configured' };

describe('GET /api/user/{userId}/api-keys', () => {
  it('lists the vendors with the keys each needs, none configured initially', async () => {
    const user = await scene.startUser();
    expect((await user.list()).json()).toEqual({
      configs: [
        { vendor: 'Dell', keyTypes: twoKeys, ...notStored },
        { vendor: 'Lenovo', keyTypes: { api_key: 'Not configured' }, ...notStored },
        { vendor: 'HP', keyTypes: twoKeys, ...notStored },
        { vendor: 'Cisco', keyTypes: twoKeys, ...notStored },
        { vendor: 'Meraki', keyTypes: { api_key: 'Not configured' }, ...notStored },
        {
          vendor: 'Apple',
          keyTypes: { client_id: 'Not configured', key_id: 'Not configured', private_key: 'Not configured' },
          ...notStored,
        },
      ],
    });
  });

  it('reports a vendor as configured when every needed key is stored', async () => {
    const user = await scene.startUser();
    await user.save('hp', 'client_id', 'sim-client-of-hp');
    expect(await user.config('HP')).toMatchObject({ isConfigured: false });
    await user.save('HP', 'client_secret', 'sim-secret-of-hp');
    expect(await user.config('HP')).toMatchObject({ isConfigured: true });
  });

  it('shows the last four characters of a long value and none of a short one', async () => {
    const user = await scene.startUser();
    await user.save('dell', 'client_id', 'elevenchars');
    await user.save('dell', 'client_secret', 'twelve-chars', 'the old one');
    expect(await user.config('Dell')).toMatchObject({
      keyTypes: { client_id: '••••••••', client_secret: '••••••••hars' },
      storedKeys: [{ keyType: 'client_id' }, { keyType: 'client_secret', description: 'the old one' }],
    });
  });
});

describe('saving a key', () => {
  it('replaces the key of that type, and returns a recovery code for the first secret only', async () => {
    const user = await scene.startUser();
    const first = (await user.save('lenovo', 'api_key', 'first-api-key-1111')).json();
    expect(first).toEqual({
      message: 'Lenovo API key saved.',
      recoveryCode: expect.stringMatching(/\w{4,}/),
    });
    expect((await user.save('lenovo', 'api_key', 'second-api-key-2222')).json()).toMatchObject({
      recoveryCode: null,
    });
    expect(await user.config('Lenovo')).toMatchObject({ keyTypes: { api_key: '••••••••2222' } });
  });

  it.each([
    [{ vendor: 'lenovo', keyType: 'api_key', keyValue: '   ' }, 400],
    [{ vendor: 'lenovo', keyType: 'api_key', keyValue: 'key-with-\u03a9' }, 400],
    [{ vendor: 'lenovo', keyType: 'api_key', keyValue: 'key\r\nx-injected: 1' }, 400],
    [{ vendor: 'acer', keyType: 'api_key', keyValue: 'x' }, 400],
    [{ vendor: 'lenovo', keyType: 'password', keyValue: 'x' }, 400],
    [{ vendor: 'lenovo', keyType: 'client_id', keyValue: 'x' }, 422],
    [{ vendor: 'lenovo', keyType: 'api_key', keyValue: 'x'.repeat(5000) }, 400],
  ])('rejects %o', async (body, status) => {
    const user = await scene.startUser();
    expect((await user.call('POST', '', body)).statusCode).toBe(status);
  });

  it('checks that a private key is one, and keeps it without its line breaks', async () => {
    const user = await scene.startUser();
    const refused = await user.save('apple', 'private_key', 'own-private-key');
    expect([refused.statusCode, refused.json().details]).toEqual([
      400,
      [
        {
          path: 'body.keyValue',
          message: 'Enter the whole private key, with its BEGIN and END lines.',
        },
      ],
    ]);
    expect((await user.save('apple', 'private_key', appleKeys.private_key)).statusCode).toBe(200);
  });

  const hpKeys = {
    vendor: 'hp',
    keyType: 'client_id',
    keyValue: 'sim-client-of-hp',
    otherKeys: [{ keyType: 'client_secret', keyValue: 'sim-secret-of-hp' }],
    description: 'both of one account',
  };

  it('stores all keys of a vendor at once, each with its own audit event', async () => {
    const user = await scene.startUser();
    expect((await user.call('POST', '', hpKeys)).json()).toMatchObject({
      message: 'HP client ID and client secret saved.',
    });
    expect(await user.config('HP')).toMatchObject({
      isConfigured: true,
      storedKeys: [
        { keyType: 'client_id', description: 'both of one account' },
        { keyType: 'client_secret', description: 'both of one account' },
      ],
    });
    const events = await scene.query<{ details: unknown }>(
      `select details from audit_events join users on users.id = owner
        where username = $1 and action = 'vendor_key.saved' order by details->>'keyType'`,
      [user.userId],
    );
    expect(events.map(({ details }) => details)).toEqual([
      { vendor: 'hp', keyType: 'client_id' },
      { vendor: 'hp', keyType: 'client_secret' },
    ]);
  });

  it.each([
    ['of a type the vendor does not need', { keyType: 'api_key', keyValue: 'some-api-key' }, 422],
    ['of the same type again', { keyType: 'client_id', keyValue: 'another-client-id' }, 400],
    ['with an invalid character', { keyType: 'client_secret', keyValue: 'secret-\u03a9' }, 400],
  ])('stores none of them if another key is %s', async (_, other, status) => {
    const user = await scene.startUser();
    const reply = await user.call('POST', '', { ...hpKeys, otherKeys: [other] });
    expect(reply.statusCode).toBe(status);
    expect((await user.config('HP')).storedKeys).toEqual([]);
  });

  it('stores nothing when the audit entry cannot be written', async () => {
    const user = await scene.startUser();
    await scene.withoutAudit(async () => {
      expect((await user.save('lenovo', 'api_key', 'never-stored-key')).statusCode).toBe(500);
    });
    expect(await user.config('Lenovo')).toMatchObject({ isConfigured: false });
  });
});

describe('testing a key', () => {
  it.each([
    ['dell', 'client_id', 'client_secret'],
    ['hp', 'client_id', 'client_secret'],
    ['cisco', 'client_id', 'client_secret'],
  ])('calls %s with the entered secret and the stored id', async (vendor, id, secret) => {
    const user = await scene.startUser();
    const early = await user.test(vendor, secret, 'good-secret');
    expect([early.statusCode, early.json().error]).toEqual([422, 'Save the client ID first.']);
    await user.save(vendor, id, 'some-client-id');
    expect((await user.test(vendor, secret, 'good-secret')).json()).toMatchObject({ success: true });
    expect((await user.test(vendor, secret, 'bad-secret')).json()).toMatchObject({
      success: false,
      outcome: 'key-refused',
    });
  });

  it.each(['lenovo', 'meraki'])('calls %s with the entered key alone and stores nothing', async (vendor) => {
    const user = await scene.startUser();
    expect((await user.test(vendor, 'api_key', 'good-key')).json()).toMatchObject({ outcome: 'works' });
    expect((await user.test(vendor, 'api_key', 'bad-key')).json()).toMatchObject({ outcome: 'key-refused' });
    const config = await user.config(vendor === 'lenovo' ? 'Lenovo' : 'Meraki');
    expect(config).toMatchObject({
      isConfigured: false,
      lastTest: { success: false, testedAt: expect.any(String) },
    });
  });

  it('shows each user their own last test, which others cannot replace or delete', async () => {
    const [owner, other, third] = [await scene.startUser(), await scene.startUser(), await scene.startUser()];
    const lastTestOf = async ({ config }: typeof owner) => (await config('Lenovo')).lastTest?.outcome ?? null;
    for (const user of [owner, other]) await user.save('lenovo', 'api_key', 'good-key');
    await owner.test('lenovo', 'api_key', 'good-key');
    expect(await Promise.all([owner, other, third].map(lastTestOf))).toEqual(['works', null, null]);
    await other.test('lenovo', 'api_key', 'bad-key');
    expect(await Promise.all([owner, other, third].map(lastTestOf))).toEqual(['works', 'key-refused', null]);
    await other.call('DELETE', '/lenovo');
    expect(await Promise.all([owner, other, third].map(lastTestOf))).toEqual(['works', null, null]);
  });

  it('forgets the last test when a key is replaced', async () => {
    const user = await scene.startUser();
    await user.save('lenovo', 'api_key', 'good-key');
    await user.test('lenovo', 'api_key', 'good-key');
    expect((await user.config('Lenovo')).lastTest).toMatchObject({ outcome: 'works' });
    await user.save('lenovo', 'api_key', 'bad-key');
    expect((await user.config('Lenovo')).lastTest).toBeNull();
  });

  it('calls the vendor with all entered keys, or with the stored ones if none is entered', async () => {
    const user = await scene.startUser();
    const early = await user.call('POST', '/test', { vendor: 'hp' });
    expect([early.statusCode, early.json().error]).toEqual([422, 'Save the client ID first.']);
    const entered = {
      vendor: 'hp',
      keyType: 'client_id',
      keyValue: 'some-client-id',
      otherKeys: [{ keyType: 'client_secret', keyValue: 'good-secret' }],
    };
    expect((await user.call('POST', '/test', entered)).json()).toMatchObject({ success: true });
    expect((await user.config('HP')).storedKeys).toEqual([]);
    await user.call('POST', '', {
      ...entered,
      otherKeys: [{ keyType: 'client_secret', keyValue: 'bad-one' }],
    });
    expect((await user.call('POST', '/test', { vendor: 'hp' })).json()).toMatchObject({
      outcome: 'key-refused',
    });
    await user.save('hp', 'client_secret', 'good-secret');
    expect((await user.call('POST', '/test', { vendor: 'hp' })).json()).toMatchObject({ outcome: 'works' });
  });

  it('needs a type and a value together', async () => {
    const user = await scene.startUser();
    const reply = await user.call('POST', '/test', { vendor: 'hp', keyType: 'client_id' });
    expect(reply.statusCode).toBe(400);
  });

  it('distinguishes an unreachable vendor from an unexpected reply', async () => {
    const user = await scene.startUser();
    await scene.simulator.faults({ lenovo: { serverErrors: { times: 1 } } });
    expect((await user.test('lenovo', 'api_key', 'good-key')).json()).toMatchObject({
      outcome: 'unreachable',
    });
    await scene.simulator.faults({ lenovo: { htmlInsteadOfJson: { times: 1 } } });
    expect((await user.test('lenovo', 'api_key', 'good-key')).json()).toMatchObject({
      outcome: 'unexpected',
    });
  });

  it('is rate limited, because every test calls the vendor', async () => {
    const user = await scene.startUser();
    const statuses = [];
    for (let n = 0; n < 25; n += 1) statuses.push((await user.test('meraki', 'api_key', 'key')).statusCode);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  });
});

it('deleting keys removes one type, or all keys of the vendor', async () => {
  const user = await scene.startUser();
  await user.save('cisco', 'client_id', 'cisco-client-id');
  await user.save('cisco', 'client_secret', 'cisco-client-secret');
  expect((await user.call('DELETE', '/cisco?keyType=client_id')).json()).toEqual({
    message: 'Cisco client ID deleted.',
  });
  expect((await user.config('Cisco')).storedKeys).toMatchObject([{ keyType: 'client_secret' }]);
  expect((await user.call('DELETE', '/CISCO')).json()).toEqual({ message: 'Cisco keys deleted.' });
  expect((await user.config('Cisco')).storedKeys).toEqual([]);
  expect((await user.call('DELETE', '/acer')).statusCode).toBe(404);
});
