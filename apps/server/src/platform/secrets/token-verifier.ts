import { LRUCache } from 'lru-cache';
import { createBatcher } from '../batcher.ts';
import { hashTokenHex } from './checksummed-tokens.ts';

/** How long this process may miss a revocation made by another one. */
const cacheTtlMs = 500;
const maxCacheEntries = 10_000;

export interface VerifiedDeps<H> {
  /** Malformed tokens are rejected without a database query. */
  isWellFormed(token: string): boolean;
  /** Looks up holders by token hash; null for tokens that are not valid now. */
  findHolders(hashes: string[]): Promise<(H | null)[]>;
}

export interface TokenVerifier<H> {
  holderOf(token: string): Promise<H | null>;
  /** Makes a change take effect immediately in this process. */
  invalidate(): void;
}

/** Looks up the holder of a token, with a short-lived cache. */
export function createTokenVerifier<H extends object>({
  isWellFormed,
  findHolders,
}: VerifiedDeps<H>): TokenVerifier<H> {
  const cache = new LRUCache<string, H>({ max: maxCacheEntries, ttl: cacheTtlMs, ttlResolution: 0 });
  let changes = 0;
  const find = createBatcher<string, { holder: H; start: number } | null>(async (hashes) => {
    // Starts the TTL before the query, so that a change made while it runs is noticed in time too.
    const start = performance.now();
    const holders = await findHolders(hashes);
    return holders.map((holder) => holder && { holder, start });
  });

  return {
    async holderOf(token) {
      if (!isWellFormed(token)) return null;
      const hash = hashTokenHex(token);
      const known = cache.get(hash);
      if (known) return known;
      const changesBefore = changes;
      const found = await find(hash);
      if (found && changes === changesBefore) cache.set(hash, found.holder, { start: found.start });
      return found?.holder ?? null;
    },

    invalidate() {
      changes += 1;
      cache.clear();
    },
  };
}
