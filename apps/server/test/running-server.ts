import { createAccessToken } from '@warranty/contracts/access-tokens';
import { createTestClient } from '../../../harness/test-client.ts';
import { cloneDatabase } from './database.ts';
import { startRole } from './running-role.ts';
import { startVendors } from './vendor.ts';

/** Starts the product as separate processes, with the simulator as Dell, and creates an access token. */
export async function startRunningServer() {
  const [database, simulator] = await Promise.all([cloneDatabase(), startVendors()]);
  const env = {
    DATABASE_URL: database.url,
    DELL_CLIENT_ID: 'sim-client',
    DELL_CLIENT_SECRET: 'sim-secret',
    DELL_BASE_URL: simulator.url,
    DELL_CALLS_PER_SECOND: '500',
    DISK_FLOOR_MB: '0',
  };
  const [{ url }] = await Promise.all([startRole('api', env), startRole('worker', env)]);
  const { call } = await createTestClient(url);
  const { rawToken } = await call(createAccessToken, { body: { tokenName: 'Example' } });
  return { url, rawToken };
}
