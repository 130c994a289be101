import { vendorsWithKeys } from '@warranty/contracts/vendors';
import { LRUCache } from 'lru-cache';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { StoredKeyRow } from './vendor-keys.store.ts';

const cacheTtlMs = 1000;
const maxCacheEntries = 10_000;

export function isConfigured(vendor: string, stored: readonly StoredKeyRow[]): boolean {
  const needed = vendorsWithKeys.find(({ id }) => id === vendor)?.neededKeys ?? [];
  const has = (keyType: string) => stored.some((key) => key.vendor === vendor && key.keyType === keyType);
  return needed.length > 0 && needed.every(has);
}

/**
 * The vendors for which a user has stored every required key. Cached for one second because each lookup needs it. Changes
 * made in this process apply immediately; a stale entry in another process cannot expose a deleted key.
 */
export function createConfiguredVendors(list: (owner: OwnerId) => Promise<StoredKeyRow[]>) {
  const cache = new LRUCache<string, ReadonlySet<string>>({
    max: maxCacheEntries,
    ttl: cacheTtlMs,
    ttlResolution: 0,
  });
  return {
    async of(owner: OwnerId): Promise<ReadonlySet<string>> {
      const known = cache.get(owner);
      if (known) return known;
      const stored = await list(owner);
      const vendors = new Set(
        vendorsWithKeys.filter(({ id }) => isConfigured(id, stored)).map(({ id }) => id),
      );
      cache.set(owner, vendors);
      return vendors;
    },
    changed(owner: OwnerId): void {
      cache.delete(owner);
    },
  };
}
