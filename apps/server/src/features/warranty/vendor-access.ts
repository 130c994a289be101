import { createHash } from 'node:crypto';
import type { Connector } from '@warranty/connectors/connector';
import { type VendorAnswer, VendorError } from '@warranty/connectors/outcome';
import type { Send } from '@warranty/connectors/send';
import { type KeyType, vendors } from '@warranty/contracts/vendors';
import type { VendorRate } from './gates.store.ts';
import type { VendorCalls, VendorGate } from './vendor-calls.ts';

type Keys = Partial<Record<KeyType, string>>;

/** How to call a vendor: with which credential, at what rate, and in which cache scope. */
export interface VendorAccess extends VendorGate {
  vendorId: string;
  /** Cache scope: "system", or the owner's id. */
  scope: string;
  /** Maximum serials per `ask`. */
  batchSize: number;
  ask(serials: readonly string[]): Promise<Map<string, VendorAnswer>>;
}

/** Access to users' own keys, provided by the vendor-keys feature. */
export interface OwnKeys {
  configuredVendors(userId: string): Promise<ReadonlySet<string>>;
  openKeys(userId: string, vendor: string, action: 'use'): Promise<Keys>;
}

export interface VendorAccessDeps {
  batchSizes: Readonly<Record<string, number>>;
  connect(vendor: string, keys: Keys, send: Send): Connector;
  send: Send;
  calls: VendorCalls;
  ownKeys: OwnKeys;
  /** The server's own keys for Dell. */
  systemDell: Keys | null;
  dellCallsPerSecond: number;
}

/** Published limits, or conservative values if the vendor publishes none. */
const vendorRates: Record<string, VendorRate> = {
  lenovo: { callsPerSecond: 4, per: 'request' },
  hp: { callsPerSecond: 4, per: 'request' },
  cisco: { callsPerSecond: 5, per: 'request' },
  meraki: { callsPerSecond: 8, per: 'request' },
};
const maxConnectors = 1000;

export type ResolveVendorAccess = ReturnType<typeof createVendorAccess>;

/**
 * Uses the user's own keys if there are any, even if the vendor rejects them; otherwise the server's keys; otherwise
 * returns null.
 */
export function createVendorAccess(deps: VendorAccessDeps) {
  const { batchSizes, connect, send, calls, ownKeys, systemDell, dellCallsPerSecond } = deps;
  const rateOf = (vendorId: string): VendorRate =>
    vendorRates[vendorId] ?? { callsPerSecond: dellCallsPerSecond, per: 'lookup' };
  const system = systemDell && systemAccess(systemDell);
  const connectors = new Map<string, { digest: string; connector: Connector }>();

  function systemAccess(keys: Keys): VendorAccess {
    const dell = connect('dell', keys, send);
    return {
      ...{ vendor: 'Dell', vendorId: 'dell', scope: 'system', owner: null, credential: 'system:dell' },
      pace: rateOf('dell'),
      batchSize: batchSizes.dell ?? 1,
      ask: dell.lookup,
    };
  }

  /** Cached between calls because it holds the access token; recreated when the keys change. */
  function connectorFor(gate: VendorGate & { vendorId: string }, keys: Keys): Connector {
    const digest = createHash('sha256').update(JSON.stringify(keys)).digest('base64');
    const kept = connectors.get(gate.credential);
    if (kept?.digest === digest) return kept.connector;
    const connector = connect(gate.vendorId, keys, calls.rateLimitedSend(send, gate));
    if (connectors.size >= maxConnectors) connectors.delete([...connectors.keys()][0] ?? '');
    connectors.set(gate.credential, { digest, connector });
    return connector;
  }

  function ownAccess(userId: string, vendorId: string, vendor: string): VendorAccess {
    const pace = rateOf(vendorId);
    const gate = { vendor, vendorId, owner: userId, credential: `user:${userId}:${vendorId}`, pace };
    return {
      ...gate,
      scope: userId,
      batchSize: batchSizes[vendorId] ?? 1,
      async ask(serials) {
        const keys = await ownKeys.openKeys(userId, vendorId, 'use');
        if (Object.keys(keys).length === 0) throw new VendorError('key-refused', 'the keys were deleted');
        return connectorFor(gate, keys).lookup(serials);
      },
    };
  }

  return async function resolveAccess(userId: string, manufacturer: string): Promise<VendorAccess | null> {
    const found = vendors.find(({ name }) => name === manufacturer);
    if (!found) return null;
    const own = await ownKeys.configuredVendors(userId);
    if (own.has(found.id)) return ownAccess(userId, found.id, found.name);
    return found.id === 'dell' ? system : null;
  };
}
