import { vendorBases } from '@warranty/contracts/vendors';
import type { LightMyRequestResponse } from 'fastify';
import { type Simulator, startSimulator } from '../../../harness/simulator.ts';
import type { Log } from '../src/platform/log.ts';
import { startTestApp, type TestApp } from './app.ts';

export { type Simulator, startSimulator };

export interface VendorFixture {
  simulator: Simulator;
  server: TestApp;
  /** POST /api/warranty/lookup with a session. */
  lookup(body: object): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

/** Points every vendor's URL to the simulator. */
const everyVendorAt = (url: string) => Object.fromEntries(vendorBases.map(({ variable }) => [variable, url]));

/** The application with the simulator as every vendor, and the installation's own keys for Dell. */
export async function startVendorFixture(
  env: Record<string, string> = {},
  log?: Log,
  { worker = false } = {},
): Promise<VendorFixture> {
  const simulator = await startSimulator('open');
  const server = await startTestApp({
    worker,
    env: {
      DELL_CLIENT_ID: 'sim-client',
      DELL_CLIENT_SECRET: 'sim-secret-canary',
      ...everyVendorAt(simulator.url),
      DELL_CALLS_PER_SECOND: '500',
      ...env,
    },
    ...(log ? { log } : {}),
  });
  const { cookie } = await server.startSession();
  return {
    simulator,
    server,
    lookup: (payload) => server.send('POST', '/api/warranty/lookup', { cookie, payload }),
    async close() {
      await server.close();
      await simulator.stop();
    },
  };
}
