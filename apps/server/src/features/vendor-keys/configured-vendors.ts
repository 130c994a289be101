import { vendorsWithKeys } from '@warranty/contracts/vendors';
import type { StoredKeyRow } from './vendor-keys.store.ts';

const cacheTtlMs = 1000;
const maxCacheEntries = 10_000;

export function isConfigured(
  vendor: string,
  stored: readonly Pick<StoredKeyRow, 'vendor' | 'keyType'>[],
): boolean {
  const needed = vendorsWithKeys.find(({ id }) => id === vendor)?.neededKeys ?? [];
  const has = (keyType: string) => stored.some((key) => key.vendor === vendor && key.keyType === keyType);
  return needed.length > 0 && needed.every(has);
}

/**
 * The vendors for which a user has stored every required key. Cached for one second because each lookup needs it. Changes
 * made in this process apply immediately; a stale entry in another process cannot expose a deleted key.
 */
export function createConfiguredVendors(list: (userId: string) => Promise<StoredKeyRow[]>) {
  const kept = new Map<string, { vendors: ReadonlySet<string>; until: number }>();
  return {
    async of(userId: string): Promise<ReadonlySet<string>> {
      const known = kept.get(userId);
      if (known && performance.now() < known.until) return known.vendors;
      const stored = await list(userId);
      const vendors = new Set(
        vendorsWithKeys.filter(({ id }) => isConfigured(id, stored)).map(({ id }) => id),
      );
      if (kept.size >= maxCacheEntries) kept.clear();
      kept.set(userId, { vendors, until: performance.now() + cacheTtlMs });
      return vendors;
    },
    changed(userId: string): void {
      kept.delete(userId);
    },
  };
}
