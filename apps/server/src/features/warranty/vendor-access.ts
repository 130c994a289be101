import { createHash } from 'node:crypto';
import type { Connector } from '@warranty/connectors/connector';
import { type VendorAnswer, VendorError } from '@warranty/connectors/outcome';
import type { Send } from '@warranty/connectors/send';
import { type KeyType, vendors } from '@warranty/contracts/vendors';
import type { VendorRate } from './gates.store.ts';
import type { VendorCalls, VendorGate } from './vendor-calls.ts';

type Keys = Partial<Record<KeyType, string>>;

/** A way to ask a vendor: with whose keys, at what pace, and whose the answers are. */
export interface VendorAccess extends VendorGate {
  vendorId: string;
  /** Whose answers: "system", or the owner's id. */
  scope: string;
  /** How many serials one `ask` takes. */
  batchSize: number;
  ask(serials: readonly string[]): Promise<Map<string, VendorAnswer>>;
}

/** Users' own keys, as the vendor-keys feature gives them out. */
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
  /** The installation's own keys for Dell. */
  systemDell: Keys | null;
  dellCallsPerSecond: number;
}

/** What vendors publish, or what careful clients keep to where nothing is published. */
const vendorRates: Record<string, VendorRate> = {
  lenovo: { callsPerSecond: 4, per: 'request' },
  hp: { callsPerSecond: 4, per: 'request' },
  cisco: { callsPerSecond: 5, per: 'request' },
  meraki: { callsPerSecond: 8, per: 'request' },
};
const maxConnectors = 1000;

export type ResolveVendorAccess = ReturnType<typeof createVendorAccess>;

/** Own keys where the user has them, even if they are refused; else the installation's; else nothing. */
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

  /** Kept between calls for the token it holds, and made anew once the keys have changed. */
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
