// Clients of the vendors: each requests serials in the vendor's own way, with a valid key.
import { expect } from 'vitest';
import type { VendorId } from '../src/vendors.ts';
import { assertionForm } from './assertion.ts';
import type { Client } from './client.ts';

interface VendorClient {
  name: string;
  ask(client: Client, serials: string[], signal?: AbortSignal): Promise<Response>;
  /** A serial that exists. */
  known: string;
  /** The fault for too many calls, and its status. */
  busy: [string, number];
  token?: TokenFacts;
  /** A call has one serial, so that `ask` makes a call for each. */
  oneSerialPerCall?: true;
}

interface TokenFacts {
  path: string;
  lifetimeSeconds: number;
  granted: object;
  /** For tokens by client ID and secret: whether the query can have them, and the reply to wrong ones. */
  secret?: { inQuery: boolean; error: object };
}

const CREDENTIALS = 'grant_type=client_credentials&client_id=me&client_secret=mine';

export async function tokenOf({ url }: Client, id: VendorId): Promise<string> {
  const path = VENDOR_CLIENTS[id].token?.path ?? '';
  const form = id === 'apple' ? assertionForm() : CREDENTIALS;
  const reply = await fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(form) });
  return ((await reply.json()) as { access_token: string }).access_token;
}

/** A call with a new token, or with the key of a vendor without tokens. */
export async function call(
  client: Client,
  id: VendorId,
  path: string,
  { body, signal }: { body?: unknown; signal?: AbortSignal | undefined } = {},
): Promise<Response> {
  const key = VENDOR_CLIENTS[id].token ? await tokenOf(client, id) : 'mine';
  return fetch(`${client.url}${path}`, {
    headers: { authorization: `Bearer ${key}`, clientid: 'mine' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
}

/** The status and the body of a call. */
export async function read(client: Client, id: VendorId, path: string, body?: unknown) {
  const reply = await call(client, id, path, { body });
  return [reply.status, await reply.json()] as [number, unknown];
}

/** Dell's faults are at the top level. */
export function faultsOf(id: VendorId, faults: unknown): object {
  return id === 'dell' ? (faults as object) : { [id]: faults };
}

export const DELL = '/PROD/sbil/eapi/v5';
export const HP = '/productwarranty/v2/queries';
export const CISCO = '/sn2info/v2/coverage';
export const MERAKI = '/api/v1/organizations';
export const APPLE = '/v1/orgDevices';
const HOUR = { token_type: 'Bearer', expires_in: 3600 };

export const VENDOR_CLIENTS: Record<VendorId, VendorClient> = {
  dell: {
    name: 'Dell',
    ask: (client, serials, signal) =>
      call(client, 'dell', `${DELL}/asset-entitlements?servicetags=${serials}`, { signal }),
    known: 'ACTV123',
    busy: ['busy', 429],
    token: {
      path: '/auth/oauth/v2/token',
      lifetimeSeconds: 3600,
      granted: { ...HOUR, scope: 'oob' },
      secret: { inQuery: true, error: { error: 'invalid_client', error_description: expect.any(String) } },
    },
  },
  hp: {
    name: 'HP',
    ask: (client, serials, signal) => call(client, 'hp', HP, { body: serials.map((sn) => ({ sn })), signal }),
    known: 'SIM412ACTV',
    busy: ['busy', 429],
    token: {
      path: '/oauth/v1/token',
      lifetimeSeconds: 3599,
      granted: { token_type: 'Bearer', expires_in: '3599', scope: 'warranty' },
      secret: { inQuery: false, error: { fault: expect.any(Object) } },
    },
  },
  lenovo: {
    name: 'Lenovo',
    ask: (client, serials, signal) => call(client, 'lenovo', `/v2.5/warranty?Serial=${serials}`, { signal }),
    known: 'SIMACTV1',
    busy: ['busy', 429],
  },
  cisco: {
    name: 'Cisco',
    ask: (client, serials, signal) =>
      call(client, 'cisco', `${CISCO}/summary/serial_numbers/${serials}`, { signal }),
    known: 'SIM2712ACTV',
    busy: ['overQps', 403],
    token: {
      path: '/oauth2/default/v1/token',
      lifetimeSeconds: 3600,
      granted: { ...HOUR, scope: 'customscope' },
      secret: {
        inQuery: true,
        error: {
          errorCode: 'invalid_client',
          errorSummary: expect.any(String),
          errorLink: 'invalid_client',
          errorId: expect.any(String),
          errorCauses: [],
        },
      },
    },
  },
  meraki: {
    name: 'Meraki',
    ask: (client, serials, signal) => {
      const query = serials.map((serial) => `serials[]=${serial}`).join('&');
      return call(client, 'meraki', `${MERAKI}/700001/inventory/devices?${query}`, { signal });
    },
    known: 'QSIM-ACTV-0001',
    busy: ['busy', 429],
  },
  apple: {
    name: 'Apple',
    async ask(client, serials, signal) {
      const get = (serial: string) =>
        call(client, 'apple', `${APPLE}/${serial}/appleCareCoverage`, { signal });
      for (const serial of serials.slice(0, -1)) await (await get(serial)).text();
      return get(serials.at(-1) ?? '');
    },
    known: 'C02SIMACTVA1',
    busy: ['busy', 429],
    token: {
      path: '/auth/oauth2/token',
      lifetimeSeconds: 3600,
      granted: { ...HOUR, scope: 'business.api' },
    },
    oneSerialPerCall: true,
  },
};
