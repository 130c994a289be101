// A simulator client for its own tests.
import { afterEach } from 'vitest';
import { createSimulator, type Simulator, type SimulatorOptions } from '../src/server.ts';

export const NOW = Date.UTC(2026, 7, 14, 9, 30);

export interface Client {
  simulator: Simulator;
  url: string;
  faults(faults: unknown): Promise<Response>;
  control(method: string, path: string, body?: unknown): Promise<Response>;
  counts(): Promise<Record<string, unknown>>;
  advance(seconds: number): Promise<Response>;
}

const running: Simulator[] = [];
afterEach(async () => {
  for (const simulator of running.splice(0)) await simulator.close();
});

export async function startClient(options: Partial<SimulatorOptions> = {}): Promise<Client> {
  const simulator = createSimulator({ mode: 'open', now: () => NOW, ...options });
  running.push(simulator);
  const url = await simulator.listen();
  const control = (method: string, path: string, body?: unknown) =>
    fetch(`${url}/sim/${path}`, { method, body: body === undefined ? null : JSON.stringify(body) });
  return {
    simulator,
    url,
    control,
    faults: (faults) => control('POST', 'faults', faults),
    counts: async () => (await (await control('GET', 'counts')).json()) as Record<string, unknown>,
    advance: (advanceSeconds) => control('POST', 'clock', { advanceSeconds }),
  };
}
