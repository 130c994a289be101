import { createHash } from 'node:crypto';
import type { Connector } from '@warranty/connectors/connector';
import { type VendorAnswer, VendorError } from '@warranty/connectors/outcome';
import type { Send } from '@warranty/connectors/send';
import { type Vendor, type VendorId, vendorNamed } from '@warranty/contracts/vendors';
import type { VendorRate } from '@warranty/contracts/vendors/vendor';
import { LRUCache } from 'lru-cache';
import { installationOwner, type OwnerId } from '../../platform/ownership/owner-id.ts';
import type { CallLimits } from './call-limits.ts';
import type { ClearKeys, Connect } from './vendor-apis.ts';
import type { VendorCalls, VendorGate } from './vendor-calls.ts';

/** How to call a vendor: with whose credential, and at what rate. */
export interface VendorAccess extends VendorGate {
  vendorId: VendorId;
  /** Maximum serials per `ask`. */
  batchSize: number;
  ask(serials: readonly string[]): Promise<Map<string, VendorAnswer>>;
}

/** The keys that owners have stored, provided by the vendor-keys feature. */
export interface StoredKeys {
  configuredVendors(owner: OwnerId): Promise<ReadonlySet<string>>;
  openKeys(owner: OwnerId, vendor: string): Promise<ClearKeys>;
}

export interface VendorAccessDeps {
  connect: Connect;
  send: Send;
  calls: VendorCalls;
  callLimits: Pick<CallLimits, 'countedSend'>;
  storedKeys: StoredKeys;
  /** The keys in the settings. */
  installationKeys: InstallationKeys;
  callsPerSecond: Readonly<Record<VendorId, number>>;
}

/** By vendor: an owner without stored keys uses these. */
export type InstallationKeys = Partial<Record<VendorId, ClearKeys>>;

const maxConnectors = 1000;

export type VendorAccesses = ReturnType<typeof createVendorAccess>;
export type ResolveVendorAccess = VendorAccesses['resolveAccess'];

/**
 * Uses the keys that the owner has stored, if there are any, even if the vendor rejects them; else those of the installation;
 * else returns null.
 */
export function createVendorAccess(deps: VendorAccessDeps) {
  const { connect, send, calls, callLimits, storedKeys, installationKeys, callsPerSecond } = deps;
  const rateOf = ({ id, rate }: Vendor): VendorRate => ({ ...rate, callsPerSecond: callsPerSecond[id] });
  const connectors = new LRUCache<string, { digest: string; connector: Connector }>({ max: maxConnectors });

  /** Cached between calls because it holds the access token; recreated when the keys change. */
  function connectorFor(gate: VendorGate & { vendorId: VendorId }, keys: ClearKeys): Connector {
    const digest = createHash('sha256').update(JSON.stringify(keys)).digest('base64');
    const cached = connectors.get(gate.credential);
    if (cached?.digest === digest) return cached.connector;
    const counted = gate.owner === installationOwner ? callLimits.countedSend(send) : send;
    const connector = connect(gate.vendorId, keys, calls.rateLimitedSend(counted, gate));
    connectors.set(gate.credential, { digest, connector });
    return connector;
  }

  /** `openKeys` is called for every call, so that deleted keys are not used any more. */
  function accessWith(
    owner: OwnerId,
    vendor: Vendor,
    openKeys: () => ClearKeys | Promise<ClearKeys>,
  ): VendorAccess {
    const { id, name, batchSize } = vendor;
    const credential = `${owner}:${id}`;
    const gate = { vendor: name, vendorId: id, owner, credential, pace: rateOf(vendor) };
    return {
      ...gate,
      batchSize,
      async ask(serials) {
        const keys = await openKeys();
        if (Object.keys(keys).length === 0) throw new VendorError('key-refused', 'the keys were deleted');
        return connectorFor(gate, keys).lookup(serials);
      },
    };
  }

  async function resolveAccess(owner: OwnerId, manufacturer: string): Promise<VendorAccess | null> {
    const vendor = vendorNamed(manufacturer);
    if (!vendor) return null;
    const stored = await storedKeys.configuredVendors(owner);
    if (stored.has(vendor.id)) return accessWith(owner, vendor, () => storedKeys.openKeys(owner, vendor.id));
    const keys = installationKeys[vendor.id];
    return keys ? accessWith(installationOwner, vendor, () => keys) : null;
  }

  return {
    resolveAccess,

    /** Whether there is a vendor that the owner's lookups would use the installation's keys for. */
    async usesInstallationKeys(owner: OwnerId): Promise<boolean> {
      const stored = await storedKeys.configuredVendors(owner);
      return Object.keys(installationKeys).some((vendor) => !stored.has(vendor));
    },
  };
}
