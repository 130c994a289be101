import { fileURLToPath } from 'node:url';
import { createAgentSecret } from '@warranty/contracts/agents';
import { freePort, noQuotas, startServer, waitUntil } from '../../../harness/processes.ts';
import { createTestClient } from '../../../harness/test-client.ts';
import { residentBytes } from '../src/platform/process-memory.ts';
import { atEnd } from './at-end.ts';
import { cloneDatabase } from './database.ts';

/** High enough that no request is rejected before its body is read. */
const noLimits = {
  LOOKUPS_PER_MINUTE: '100000',
  LOOKUPS_PER_MINUTE_PER_ADDRESS: '1000000',
  IMAGES_PER_MINUTE: '100000',
  IMAGES_PER_MINUTE_PER_ADDRESS: '1000000',
  PREDICTIONS_PER_MINUTE: '100000',
  PREDICTIONS_PER_MINUTE_PER_ADDRESS: '1000000',
  KEY_TESTS_PER_HOUR_PER_ADDRESS: '1000000',
  RELAY_CALLS_PER_MINUTE: '100000',
  RELAY_CALLS_PER_MINUTE_PER_ADDRESS: '1000000',
  ...noQuotas,
};

/** Starts the API as a separate process with one user, and measures how long its event loop is blocked. */
export async function startRunningApi(env: Record<string, string>) {
  const database = await cloneDatabase();
  const probePort = await freePort();
  const api = await startServer(
    'api',
    {
      DATABASE_URL: database.url,
      DELL_CLIENT_ID: 'x',
      DELL_CLIENT_SECRET: 'x',
      DELL_BASE_URL: 'http://127.0.0.1:1',
      DRAIN_SECONDS: '0',
      DISK_FLOOR_MB: '0',
      BLOCK_PROBE_PORT: String(probePort),
      ...noLimits,
      ...env,
    },
    { preload: fileURLToPath(new URL('./block-probe.ts', import.meta.url)) },
  );
  atEnd(() => api.stop());
  const client = await createTestClient(api.url);
  const { rawSecret } = await client.call(createAgentSecret, { body: { name: 'Example' } });

  return {
    url: api.url,
    visitor: client,
    rawSecret,
    until: waitUntil,
    memory: async () => (await residentBytes(api.pid)) ?? 0,
    /** The longest time that the event loop was blocked since the last call, in CPU time. */
    async maxBlockMs(): Promise<number> {
      const response = await fetch(`http://127.0.0.1:${probePort}`, { headers: { connection: 'close' } });
      return Number(await response.text());
    },
  };
}
