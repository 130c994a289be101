import { LRUCache } from 'lru-cache';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { VendorAccess } from '../vendors/vendor-access.ts';
import type { LookedUpSerialsStore } from './looked-up-serials.store.ts';

/** About 10 MB. */
const maxCachedKeys = 50_000;
/** A device that is looked up again and again is written once a day, so that it does not expire. */
const rewriteMs = 24 * 3600 * 1000;

export type OwnLookups = ReturnType<typeof createOwnLookups>;

/**
 * Which devices an owner has looked up. Answers to the installation's credentials are shared: an owner who could read any of them
 * without a lookup would learn what others have looked up, and when, and no vendor call would be counted.
 */
export function createOwnLookups(store: Pick<LookedUpSerialsStore, 'add' | 'find'>) {
  /** When each was written. Without a `ttl`, which would start a timer every millisecond. */
  const written = new LRUCache<string, number>({ max: maxCachedKeys });

  return {
    /** Resolves when it is stored. A repeated lookup writes nothing. */
    async record(owner: OwnerId, access: VendorAccess, serials: readonly string[]): Promise<void> {
      // Answers to an owner's own keys are not shared.
      if (access.owner === owner) return;
      const keyOf = (serial: string) => `${owner}/${access.vendorId}/${serial}`;
      const now = Date.now();
      const added = serials.filter((serial) => (written.get(keyOf(serial)) ?? 0) < now - rewriteMs);
      if (added.length === 0) return;
      await store.add(added.map((serial) => ({ owner, vendor: access.vendorId, serial })));
      for (const serial of added) written.set(keyOf(serial), now);
    },

    /** Those of the serials that the owner has looked up, other than in bulk runs. */
    async find(owner: OwnerId, access: VendorAccess, serials: readonly string[]): Promise<Set<string>> {
      if (access.owner === owner) return new Set(serials);
      return store.find({ owner, vendor: access.vendorId, serials });
    },
  };
}
