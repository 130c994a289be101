import { expect, it } from 'vitest';
import { agentUser, device, scanOf, sendTo } from '../../../test/agents.ts';
import { startBulkFixture } from '../../../test/bulk.ts';
import { tokenUser, withToken } from '../../../test/tokens.ts';
import { installationOwner } from '../../platform/ownership/owner-id.ts';

const scene = await startBulkFixture();
const user = await scene.startBulkUser();
const { rawToken } = await tokenUser(user).make();
const { rawSecret } = await agentUser(user).make();

const setSuspended = (value: 'now()' | 'null') =>
  scene.query(`update users set suspended_at = ${value} where username = $1`, [user.userId]);

const statuses = async () => [
  (await user.send('GET', '/api/auth/session')).statusCode,
  (await scene.server.app.inject(withToken(rawToken, { url: '/api/usage' }))).statusCode,
  (await sendTo(scene.server)(rawSecret, scanOf([device(1)]))).statusCode,
];

it('nothing of a suspended owner can be used, and everything again when it is resumed', async () => {
  expect(await statuses()).toEqual([200, 200, 200]);
  await setSuspended('now()');
  await expect.poll(statuses).toEqual([401, 401, 401]);
  await setSuspended('null');
  expect(await statuses()).toEqual([200, 200, 200]);
});

it('the installation is never suspended', async () => {
  const suspend = scene.query('update users set suspended_at = now() where id = $1', [installationOwner]);
  await expect(suspend).rejects.toThrow('users_installation_is_never_suspended');
});
