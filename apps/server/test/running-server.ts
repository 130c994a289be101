import { createAccessToken } from '@warranty/contracts/access-tokens';
import { startServer } from '../../../harness/processes.ts';
import { startSimulator } from '../../../harness/simulator.ts';
import { createTestClient } from '../../../harness/test-client.ts';
import { cloneDatabase } from './database.ts';

/** Starts the product as separate processes, with the simulator as Dell, and creates an access token. */
export async function startRunningServer() {
  const [database, simulator] = await Promise.all([cloneDatabase(), startSimulator('open')]);
  const env = {
    DATABASE_URL: database.url,
    DELL_CLIENT_ID: 'sim-client',
    DELL_CLIENT_SECRET: 'sim-secret',
    DELL_BASE_URL: simulator.url,
    DELL_CALLS_PER_SECOND: '500',
    DRAIN_SECONDS: '0',
    DISK_FLOOR_MB: '0',
  };
  const [api, worker] = await Promise.all([startServer('api', env), startServer('worker', env)]);
  const { call } = await createTestClient(api.url);
  const { rawToken } = await call(createAccessToken, { body: { tokenName: 'Example' } });
  return {
    url: api.url,
    rawToken,
    async close() {
      await Promise.all([api.stop(), worker.stop()]);
      await simulator.stop();
      await database.drop();
    },
  };
}
