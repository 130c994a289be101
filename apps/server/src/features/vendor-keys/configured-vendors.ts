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
 * Which vendors a user has every key for. Asked before each lookup, so it is remembered for a second; in this process
 * a change is seen at once, and a process that has not heard of it yet still opens no key that is gone.
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
