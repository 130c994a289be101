import { randomUUID } from 'node:crypto';
import { fillPath } from '@warranty/contracts/core/client';
import { describe, expect, it } from 'vitest';
import { serialsFrom } from '../../../test/bulk.ts';
import { endpoints } from '../../../test/endpoints.ts';
import { recordLog } from '../../../test/fixtures.ts';
import { appleKeys, type KeyUser, startKeyFixture } from '../../../test/keys.ts';
import { everythingOf, expectNoTrace } from '../../../test/leaks.ts';

const { log, lines } = recordLog();
const scene = await startKeyFixture({}, { log });

const { query } = scene;

async function startLenovoUser(key = 'canary-api-key-secret-5521'): Promise<KeyUser> {
  const user = await scene.startUser();
  await user.save('lenovo', 'api_key', key);
  return user;
}

async function sealedOf({ userId }: KeyUser): Promise<{ id: string; sealed: string }> {
  const [row] = await query<{ id: string; sealed: string }>(
    `select api_keys.id, key_value as sealed from api_keys join users on users.id = user_id where username = $1`,
    [userId],
  );
  if (!row) throw new Error('nothing is stored');
  return row;
}

/** 200 if the stored key can be unsealed, otherwise the status of the error reply. */
const opens = async (user: KeyUser) => (await user.lookup(newSerial(), 'Lenovo')).statusCode;
const newSerial = serialsFrom('PF');

describe('a stored key', () => {
  it('fails closed when any single byte is changed, and works again when it is restored', async () => {
    const user = await startLenovoUser('short-key-77');
    const { id, sealed } = await sealedOf(user);
    const write = (value: string) => query('update api_keys set key_value = $2 where id = $1', [id, value]);
    for (let index = 0; index < sealed.length; index += 1) {
      const other = sealed[index] === 'A' ? 'B' : 'A';
      await write(sealed.slice(0, index) + other + sealed.slice(index + 1));
      expect([index, await opens(user)]).toEqual([index, 500]);
    }
    await write(sealed);
    expect(await opens(user)).toBe(200);
  });

  it('cannot be unsealed after it was copied to another owner, vendor or key type', async () => {
    const [owner, thief] = [await startLenovoUser(), await startLenovoUser('thiefs-own-api-key')];
    const { sealed } = await sealedOf(owner);
    const { id } = await sealedOf(thief);
    await query('update api_keys set key_value = $2 where id = $1', [id, sealed]);
    expect(await opens(thief)).toBe(500);

    const { id: own } = await sealedOf(owner);
    await query("update api_keys set vendor = 'meraki' where id = $1", [own]);
    expect((await owner.lookup('Q2AB-0001-0001', 'Meraki')).statusCode).toBe(500);

    const dell = await scene.startUser();
    await dell.save('dell', 'client_secret', 'the-real-client-secret');
    await dell.save('dell', 'client_id', 'the-real-client-id');
    await query(
      `update api_keys as target set key_value = source.key_value from api_keys as source
        where target.user_id = source.user_id and source.key_type = 'client_secret'
          and target.key_type = 'client_id' and target.vendor = 'dell'`,
    );
    expect((await dell.lookup('ABC1234', 'Dell')).statusCode).toBe(500);
  });

  it('is not used when the audit entry cannot be written', async () => {
    const user = await startLenovoUser();
    await scene.withoutAudit(async () => {
      expect(await opens(user)).toBe(500);
    });
    expect(await opens(user)).toBe(200);
  });

  it('is audited before each use, change and deletion, without its value', async () => {
    const user = await startLenovoUser();
    await user.test('lenovo', 'api_key', 'another-key');
    await opens(user);
    await user.call('DELETE', '/lenovo');
    const rows = await query<{ action: string }>(
      `select action, details from audit_events join users on users.id = owner
        where username = $1 and action like 'vendor_key.%' order by at`,
      [user.userId],
    );
    const key = { vendor: 'lenovo', keyType: 'api_key' };
    expect(rows).toEqual([
      { action: 'vendor_key.saved', details: key },
      { action: 'vendor_key.tested', details: key },
      { action: 'vendor_key.used', details: { vendor: 'lenovo' } },
      { action: 'vendor_key.deleted', details: { vendor: 'lenovo', keyType: 'all' } },
    ]);
  });

  it('leaves one event for all uses of a minute, and shows the last use', async () => {
    const user = await startLenovoUser();
    expect((await user.config('Lenovo')).lastUsedAt).toBeNull();
    const uses = async () =>
      (
        await query(
          `select 1 from audit_events join users on users.id = owner
            where username = $1 and action = 'vendor_key.used'`,
          [user.userId],
        )
      ).length;
    await Promise.all(Array.from({ length: 20 }, () => opens(user)));
    expect(await uses()).toBe(1);
    expect(Date.parse((await user.config('Lenovo')).lastUsedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    await query("update api_keys set last_used_at = now() - interval '61 seconds'");
    await opens(user);
    expect(await uses()).toBe(2);
  });
});

const secrets = ['canary-client-id-8841', 'canary-client-secret-8842', 'canary-typed-secret-8843'];

it('secrets never appear in a dump, reply, log line, metric, job or error, in any encoding', async () => {
  const user = await scene.startUser();
  const [clientId, clientSecret, typed] = secrets as [string, string, string];
  const replies = [
    await user.save('hp', 'client_id', clientId),
    await user.save('hp', 'client_secret', clientSecret),
    await user.test('hp', 'client_secret', typed),
    await user.lookup('5CG4120ABC', 'HP'),
    await user.call('POST', '', { vendor: 'hp', keyType: 'nothing', keyValue: typed }),
    await user.call('POST', '/test', { vendor: typed, keyType: 'client_id', keyValue: typed }),
  ];
  await scene.simulator.faults({ hp: { unauthorizedAlways: true } });
  replies.push(await user.lookup('5CG4120ABD', 'HP'), await user.test('hp', 'client_id', typed));
  await scene.simulator.faults({});
  for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
    const ids = {
      userId: user.userId,
      runId: randomUUID(),
      row: '1',
      progressId: randomUUID(),
      sessionId: randomUUID(),
      platform: 'linux',
      script: 'network_agent.ps1',
    };
    replies.push(await user.send('GET', fillPath(endpoint.path, ids)));
  }
  await user.call('DELETE', '/hp?keyType=client_id');
  for (const [keyType, value] of Object.entries(appleKeys))
    replies.push(await user.save('apple', keyType, value));
  replies.push(
    await user.test('apple', 'private_key', appleKeys.private_key),
    await user.test('apple', 'private_key', appleKeys.private_key.replace('PRIVATE', 'PUBLIC')),
    await user.lookup('C02SIMACTVA1', 'Apple'),
  );
  await scene.simulator.faults({ apple: { expiredAssertion: { times: -1 }, unauthorizedAfter: 0 } });
  replies.push(await user.lookup('SIMQEXPR10', 'Apple'));

  const everything = await everythingOf(scene.server, lines, replies);
  expect(replies.length).toBeGreaterThan(12);
  const keyLines = appleKeys.private_key
    .split('\n')
    .filter((line) => line.length > 15 && !line.includes('-'));
  expect(keyLines.length).toBeGreaterThan(2);
  expectNoTrace(everything, [...secrets, ...keyLines]);
});
