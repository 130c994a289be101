// A simulator client for its own tests.
import { afterEach } from 'vitest';
import { createSimulator, type Simulator, type SimulatorOptions } from '../src/server.ts';

export const NOW = Date.UTC(2026, 7, 14, 9, 30);
export const DATA = '/PROD/sbil/eapi/v5';

export interface Client {
  simulator: Simulator;
  url: string;
  token(): Promise<string>;
  /** A data call, with a new token unless one is given. */
  get(path: string, token?: string): Promise<Response>;
  rows(tags: string, path?: string): Promise<Record<string, unknown>[]>;
  faults(faults: unknown): Promise<Response>;
  control(method: string, path: string, body?: unknown): Promise<Response>;
  counts(): Promise<Record<string, unknown>>;
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
  const token = async () => {
    const form = 'grant_type=client_credentials&client_id=me&client_secret=mine';
    const body = new URLSearchParams(form);
    const reply = await fetch(`${url}/auth/oauth/v2/token`, { method: 'POST', body });
    return ((await reply.json()) as { access_token: string }).access_token;
  };
  const get = async (path: string, given?: string) => {
    const authorization = `Bearer ${given ?? (await token())}`;
    return fetch(`${url}${DATA}${path}`, { headers: { authorization } });
  };
  return {
    simulator,
    url,
    token,
    get,
    control,
    rows: async (tags, path = '/asset-entitlements') =>
      (await (await get(`${path}?servicetags=${tags}`)).json()) as Record<string, unknown>[],
    faults: (faults) => control('POST', 'faults', faults),
    counts: async () => (await (await control('GET', 'counts')).json()) as Record<string, unknown>,
  };
}
