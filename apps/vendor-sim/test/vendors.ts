// Clients of the vendors other than Dell: each requests serials in the vendor's own way, with a valid key.
import { assertionForm } from './assertion.ts';
import type { Client } from './client.ts';

type Ask = (client: Client, serials: string[], signal?: AbortSignal) => Promise<Response>;

interface VendorClient {
  name: string;
  ask: Ask;
  /** A serial that exists. */
  known: string;
  /** The fault for too many calls, and its status. */
  busy: [string, number];
  tokenPath?: string;
  /** Tokens are for a client ID and a secret. */
  hasSecret?: true;
  /** A call has one serial, so that `ask` makes a call for each. */
  oneSerialPerCall?: true;
}

const CREDENTIALS = 'grant_type=client_credentials&client_id=me&client_secret=mine';

export async function tokenFrom({ url }: Client, path: string): Promise<string> {
  const reply = await fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(CREDENTIALS) });
  return ((await reply.json()) as { access_token: string }).access_token;
}

function withSignal(init: RequestInit, signal: AbortSignal | undefined): RequestInit {
  return signal ? { ...init, signal } : init;
}

export const HP_TOKEN = '/oauth/v1/token';
export const HP_QUERIES = '/productwarranty/v2/queries';

export async function callHp(client: Client, items: unknown, signal?: AbortSignal): Promise<Response> {
  const authorization = `Bearer ${await tokenFrom(client, HP_TOKEN)}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(items) };
  return fetch(`${client.url}${HP_QUERIES}`, withSignal(init, signal));
}

export function callLenovo({ url }: Client, serials: string, signal?: AbortSignal): Promise<Response> {
  const headers = { ClientID: 'mine' };
  return fetch(`${url}/v2.5/warranty?Serial=${serials}`, withSignal({ headers }, signal));
}

export const CISCO_TOKEN = '/oauth2/default/v1/token';

export async function callCisco(client: Client, path: string, signal?: AbortSignal): Promise<Response> {
  const headers = { authorization: `Bearer ${await tokenFrom(client, CISCO_TOKEN)}` };
  return fetch(`${client.url}/sn2info/v2/coverage/${path}`, withSignal({ headers }, signal));
}

export function callMeraki({ url }: Client, path: string, signal?: AbortSignal): Promise<Response> {
  const headers = { authorization: 'Bearer mine' };
  return fetch(`${url}/api/v1${path}`, withSignal({ headers }, signal));
}

export const APPLE_TOKEN = '/auth/oauth2/token';

export async function appleToken({ url }: Client, form = assertionForm()): Promise<Response> {
  return fetch(`${url}${APPLE_TOKEN}`, { method: 'POST', body: new URLSearchParams(form) });
}

/** Returns the reply for the last path. */
export async function callApple(client: Client, paths: string[], signal?: AbortSignal): Promise<Response> {
  const { access_token: token } = (await (await appleToken(client)).json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  const get = (path: string) => fetch(`${client.url}/v1/orgDevices${path}`, withSignal({ headers }, signal));
  for (const path of paths.slice(0, -1)) await (await get(path)).text();
  return get(paths.at(-1) ?? '');
}

export const VENDOR_CLIENTS: Record<string, VendorClient> = {
  hp: {
    name: 'HP',
    ask: (client, serials, signal) =>
      callHp(
        client,
        serials.map((sn) => ({ sn })),
        signal,
      ),
    known: 'SIM412ACTV',
    busy: ['busy', 429],
    tokenPath: HP_TOKEN,
    hasSecret: true,
  },
  lenovo: {
    name: 'Lenovo',
    ask: (client, serials, signal) => callLenovo(client, serials.join(), signal),
    known: 'SIMACTV1',
    busy: ['busy', 429],
  },
  cisco: {
    name: 'Cisco',
    ask: (client, serials, signal) => callCisco(client, `summary/serial_numbers/${serials}`, signal),
    known: 'SIM2712ACTV',
    busy: ['overQps', 403],
    tokenPath: CISCO_TOKEN,
    hasSecret: true,
  },
  meraki: {
    name: 'Meraki',
    ask: (client, serials, signal) => {
      const query = serials.map((serial) => `serials[]=${serial}`).join('&');
      return callMeraki(client, `/organizations/700001/inventory/devices?${query}`, signal);
    },
    known: 'QSIM-ACTV-0001',
    busy: ['busy', 429],
  },
  apple: {
    name: 'Apple',
    ask: (client, serials, signal) =>
      callApple(
        client,
        serials.map((serial) => `/${serial}/appleCareCoverage`),
        signal,
      ),
    known: 'C02SIMACTVA1',
    busy: ['busy', 429],
    tokenPath: APPLE_TOKEN,
    oneSerialPerCall: true,
  },
};
