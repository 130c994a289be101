import { type Simulator, startSimulator } from '../harness/simulator.ts';
import type { FaultContext } from './fault.ts';
import { type Installation, type InstallationOptions, install } from './installation.ts';

/** Lookups of one client are limited by nothing but the vendor. */
export const unlimitedLookups = {
  DELL_CALLS_PER_SECOND: '500',
  DISK_FLOOR_MB: '0',
  LOOKUPS_PER_MINUTE: '100000',
  LOOKUPS_PER_MINUTE_PER_ADDRESS: '1000000',
};

/** Simulated vendors that end with the case. */
export async function startVendors({ cleanup }: FaultContext): Promise<Simulator> {
  const simulator = await startSimulator('open');
  cleanup(() => simulator.stop());
  return simulator;
}

export interface InstallationWithVendor extends Installation {
  simulator: Simulator;
}

/** Installs one api, unless told otherwise, with a simulated Dell. */
export async function installWithVendor(
  context: FaultContext,
  { env, ...options }: InstallationOptions = {},
): Promise<InstallationWithVendor> {
  const simulator = await startVendors(context);
  const installation = await install(context, {
    apis: 1,
    ...options,
    env: { ...simulator.dell, ...env },
  });
  return { ...installation, simulator };
}
