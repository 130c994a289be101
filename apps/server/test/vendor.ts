import { vendorBases } from '@warranty/contracts/vendors';
import { type Simulator, startSimulator } from '../../../harness/simulator.ts';
import { startTestApp, type TestAppOptions } from './app.ts';
import { atEnd } from './at-end.ts';

/** The simulated vendors. */
export async function startVendors(mode: 'open' | 'demo' = 'open'): Promise<Simulator> {
  const simulator = await startSimulator(mode);
  atEnd(() => simulator.stop());
  return simulator;
}

/** The devices of a vendor that the simulator names, with what they are samples of. */
export async function samplesOf(vendor: string, { url }: Simulator) {
  const samples = await (await fetch(`${url}/sim/samples`)).json();
  return (samples as { tag: string; vendor: string; case: string }[]).filter(
    (each) => each.vendor === vendor,
  );
}

/** Points every vendor's URL to the simulator. */
const everyVendorAt = (url: string) => Object.fromEntries(vendorBases.map(({ variable }) => [variable, url]));

/** The application with the simulator as every vendor, and the installation's own keys for Dell. */
export async function startVendorFixture(
  env: Record<string, string> = {},
  options: Omit<TestAppOptions, 'env'> = {},
) {
  const simulator = await startVendors();
  const server = await startTestApp({
    env: {
      DELL_CLIENT_ID: 'sim-client',
      DELL_CLIENT_SECRET: 'sim-secret-canary',
      ...everyVendorAt(simulator.url),
      DELL_CALLS_PER_SECOND: '500',
      ...env,
    },
    ...options,
  });
  const { query } = server;
  const { send } = await server.startSession();
  return {
    simulator,
    server,
    query,
    /** POST /api/warranty/lookup with a session. */
    lookup: (body: object) => send('POST', '/api/warranty/lookup', body),
    /** The calls to Dell. */
    dellCalls: async () => (await simulator.counts('short')).calls.assetEntitlements,
  };
}
