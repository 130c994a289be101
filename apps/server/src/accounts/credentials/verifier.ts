import { LRUCache } from 'lru-cache';
import { createBatcher } from '../../platform/batcher.ts';
import type { Identity } from '../../platform/ownership/caller.ts';
import { hashTokenHex } from '../../platform/secrets/checksummed-tokens.ts';

/** How long this process may miss a revocation made by another one. */
const cacheTtlMs = 500;
const maxCacheEntries = 10_000;

export interface VerifierDeps {
  /** Malformed credentials are rejected without a database query. */
  isWellFormed(credential: string): boolean;
  /** By hash; null for credentials that are not valid now. */
  identify(hashes: string[]): Promise<(Identity | null)[]>;
}

/** Tells whose credential it is, with a short-lived cache. */
export function createVerifier({ isWellFormed, identify }: VerifierDeps) {
  const cache = new LRUCache<string, Identity>({ max: maxCacheEntries, ttl: cacheTtlMs, ttlResolution: 0 });
  let changes = 0;
  const find = createBatcher<string, { identity: Identity; start: number } | null>(async (hashes) => {
    // Starts the TTL before the query, so that a change made while it runs is noticed in time too.
    const start = performance.now();
    const identities = await identify(hashes);
    return identities.map((identity) => identity && { identity, start });
  });

  return {
    async identify(credential: string): Promise<Identity | null> {
      if (!isWellFormed(credential)) return null;
      const hash = hashTokenHex(credential);
      const known = cache.get(hash);
      if (known) return known;
      const changesBefore = changes;
      const found = await find(hash);
      if (found && changes === changesBefore) cache.set(hash, found.identity, { start: found.start });
      return found?.identity ?? null;
    },

    /** Makes a change take effect immediately in this process. */
    invalidate(): void {
      changes += 1;
      cache.clear();
    },
  };
}
