import { createHash } from 'node:crypto';
import type { Connector } from '@warranty/connectors/connector';
import { type VendorAnswer, VendorError } from '@warranty/connectors/outcome';
import type { Send } from '@warranty/connectors/send';
import { type Vendor, type VendorId, vendorNamed, vendorsById } from '@warranty/contracts/vendors';
import type { KeyType, VendorRate } from '@warranty/contracts/vendors/vendor';
import { LRUCache } from 'lru-cache';
import type { Connect } from '../vendor-apis/vendor-apis.ts';
import type { CallLimits } from './call-limits.ts';
import { ownScope, systemScope } from './record-scope.ts';
import type { VendorCalls, VendorGate } from './vendor-calls.ts';

type Keys = Partial<Record<KeyType, string>>;

/** How to call a vendor: with which credential, at what rate, and in which cache scope. */
export interface VendorAccess extends VendorGate {
  vendorId: VendorId;
  /** Whose cached answers apply. */
  scope: string;
  /** Maximum serials per `ask`. */
  batchSize: number;
  ask(serials: readonly string[]): Promise<Map<string, VendorAnswer>>;
}

/** Access to users' own keys, provided by the vendor-keys feature. */
export interface OwnKeys {
  configuredVendors(userId: string): Promise<ReadonlySet<string>>;
  openKeys(userId: string, vendor: string): Promise<Keys>;
}

export interface VendorAccessDeps {
  connect: Connect;
  send: Send;
  calls: VendorCalls;
  callLimits: Pick<CallLimits, 'countedSend'>;
  ownKeys: OwnKeys;
  isDemo: boolean;
  /** The server's own keys for Dell. */
  systemDell: Keys | null;
  callsPerSecond: Readonly<Record<VendorId, number>>;
}

const maxConnectors = 1000;

export type ResolveVendorAccess = ReturnType<typeof createVendorAccess>;

/**
 * Uses the user's own keys if there are any, even if the vendor rejects them; otherwise the server's keys; otherwise
 * returns null.
 */
export function createVendorAccess(deps: VendorAccessDeps) {
  const { connect, send, calls, callLimits, ownKeys, isDemo, systemDell, callsPerSecond } = deps;
  const rateOf = ({ id, rate }: Vendor): VendorRate => ({ ...rate, callsPerSecond: callsPerSecond[id] });
  const system = systemDell && systemAccess(vendorsById.dell, systemDell);
  const connectors = new LRUCache<string, { digest: string; connector: Connector }>({ max: maxConnectors });

  function systemAccess(vendor: Vendor, keys: Keys): VendorAccess {
    const { id, name, batchSize } = vendor;
    return {
      ...{ vendor: name, vendorId: id, owner: null, credential: `system:${id}` },
      scope: systemScope(isDemo),
      pace: rateOf(vendor),
      batchSize,
      ask: connect(id, keys, callLimits.countedSend(send)).lookup,
    };
  }

  /** Cached between calls because it holds the access token; recreated when the keys change. */
  function connectorFor(gate: VendorGate & { vendorId: VendorId }, keys: Keys): Connector {
    const digest = createHash('sha256').update(JSON.stringify(keys)).digest('base64');
    const kept = connectors.get(gate.credential);
    if (kept?.digest === digest) return kept.connector;
    const connector = connect(gate.vendorId, keys, calls.rateLimitedSend(send, gate));
    connectors.set(gate.credential, { digest, connector });
    return connector;
  }

  function ownAccess(userId: string, vendor: Vendor): VendorAccess {
    const { id, name, batchSize } = vendor;
    const credential = `user:${userId}:${id}`;
    const gate = { vendor: name, vendorId: id, owner: userId, credential, pace: rateOf(vendor) };
    return {
      ...gate,
      scope: ownScope(userId, isDemo),
      batchSize,
      async ask(serials) {
        const keys = await ownKeys.openKeys(userId, id);
        if (Object.keys(keys).length === 0) throw new VendorError('key-refused', 'the keys were deleted');
        return connectorFor(gate, keys).lookup(serials);
      },
    };
  }

  return async function resolveAccess(userId: string, manufacturer: string): Promise<VendorAccess | null> {
    const vendor = vendorNamed(manufacturer);
    if (!vendor) return null;
    const own = await ownKeys.configuredVendors(userId);
    if (own.has(vendor.id)) return ownAccess(userId, vendor);
    return vendor.id === 'dell' ? system : null;
  };
}
