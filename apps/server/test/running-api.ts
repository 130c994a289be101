import { createAgentSecret } from '@warranty/contracts/agents';
import { noQuotas, startServer, waitUntil } from '../../../harness/processes.ts';
import { createTestClient } from '../../../harness/test-client.ts';
import { residentBytes } from '../src/platform/process-memory.ts';
import { cloneDatabase } from './database.ts';
import { probeLivez } from './livez-probe.ts';

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

/** Starts the API as a separate process with one user, and measures its delays from outside. */
export async function startRunningApi(env: Record<string, string>) {
  const database = await cloneDatabase();
  const api = await startServer('api', {
    DATABASE_URL: database.url,
    DELL_CLIENT_ID: 'x',
    DELL_CLIENT_SECRET: 'x',
    DELL_BASE_URL: 'http://127.0.0.1:1',
    DRAIN_SECONDS: '0',
    DISK_FLOOR_MB: '0',
    ...noLimits,
    ...env,
  });
  const client = await createTestClient(api.url);
  const { rawSecret } = await client.call(createAgentSecret, { body: { name: 'Example' } });
  const probe = probeLivez(api.url);

  /** Since the last call, as reported by the process itself. */
  async function ownDelayMs(): Promise<number> {
    const response = await fetch(`${api.internalUrl}/metrics`, { headers: { connection: 'close' } });
    return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(await response.text())?.[1]) * 1000;
  }

  return {
    url: api.url,
    visitor: client,
    rawSecret,
    until: waitUntil,
    memory: async () => (await residentBytes(api.pid)) ?? 0,
    /**
     * The longest delay since the last call. Uses the smaller of the two measurements, because a busy machine can distort
     * either.
     */
    async maxDelayMs(): Promise<number> {
      return Math.min(...(await Promise.all([probe.maxMs(), ownDelayMs()])));
    },
    async close(): Promise<void> {
      await probe.stop();
      await api.stop();
      await database.drop();
    },
  };
}
