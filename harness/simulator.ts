import { join } from 'node:path';
import { type Program, root, start } from './processes.ts';

export interface SimulatorCounts {
  tokenCalls: number;
  calls: { assetEntitlements: number };
  tagsAsked: number;
  /** Only in the full form. */
  callsByTag?: Record<string, number>;
  /** Start time of each data call, in milliseconds. */
  startedAt: number[];
  openSockets: number;
  /** Counts of the vendors other than Dell. */
  vendors: Record<'hp' | 'lenovo' | 'cisco' | 'meraki' | 'apple', { calls: number; startedAt: number[] }>;
}

interface FaultsLeft {
  serverErrors?: { times: number };
  busy?: { times: number };
  halfAnswer?: { times: number };
  unauthorizedAfter?: number;
}

export interface Simulator extends Program {
  url: string;
  /** Settings with which the product calls it as Dell. */
  dell: Record<'DELL_CLIENT_ID' | 'DELL_CLIENT_SECRET' | 'DELL_BASE_URL', string>;
  /** All counts, or without those per device. */
  counts(form?: 'full' | 'short'): Promise<SimulatorCounts>;
  /** Sets the faults to simulate; an empty object clears them. */
  faults(faults: object): Promise<void>;
  /** The remaining faults: `times` counts down with each use. */
  faultsLeft(): Promise<FaultsLeft>;
  reset(): Promise<void>;
}

/** Starts the simulated vendors on loopback. */
export async function startSimulator(mode: 'demo' | 'open'): Promise<Simulator> {
  const program = start(process.execPath, [
    join(root, 'apps/vendor-sim/src/main.ts'),
    '--mode',
    mode,
    '--port',
    '0',
  ]);
  const { url } = JSON.parse(await program.waitForLine((line) => line.startsWith('{"url"'))) as {
    url: string;
  };
  const control = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/sim/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`/sim/${path} returned ${response.status}: ${await response.text()}`);
    return response.text();
  };
  return {
    ...program,
    url,
    dell: { DELL_CLIENT_ID: 'sim-client', DELL_CLIENT_SECRET: 'sim-secret', DELL_BASE_URL: url },
    counts: async (form = 'full') =>
      JSON.parse(
        await control('GET', form === 'full' ? 'counts' : 'counts?callsByTag=false'),
      ) as SimulatorCounts,
    async faults(faults) {
      await control('DELETE', 'faults');
      await control('POST', 'faults', faults);
    },
    faultsLeft: async () => (JSON.parse(await control('GET', 'faults')) as { faults: FaultsLeft }).faults,
    async reset() {
      await control('POST', 'reset', {});
    },
  };
}
