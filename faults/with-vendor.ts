import type { Server } from '../harness/processes.ts';
import { startSimulator } from '../harness/simulator.ts';
import type { FaultContext } from './fault.ts';
import { type InstallationOptions, install } from './installation.ts';

/** Installs one api with a simulated vendor and without effective limits on lookups. */
export async function installWithVendor(
  context: FaultContext,
  { env, ...options }: Pick<InstallationOptions, 'workers' | 'env'> = {},
): Promise<Server> {
  const simulator = await startSimulator('open');
  context.cleanup(() => simulator.stop());
  const { apis } = await install(context, {
    apis: 1,
    ...options,
    env: {
      DELL_CLIENT_ID: 'sim-client',
      DELL_CLIENT_SECRET: 'sim-secret',
      DELL_BASE_URL: simulator.url,
      DELL_CALLS_PER_SECOND: '500',
      DISK_FLOOR_MB: '0',
      LOOKUPS_PER_MINUTE: '100000',
      LOOKUPS_PER_MINUTE_PER_ADDRESS: '1000000',
      ...env,
    },
  });
  return apis[0] as Server;
}
