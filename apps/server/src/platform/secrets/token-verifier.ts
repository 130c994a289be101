import { createBatcher } from '../batcher.ts';
import { hashTokenHex } from './checksummed-tokens.ts';

/** Another process may revoke what was given out; this is how long it is not noticed, well within a second. */
const cacheTtlMs = 500;
const maxCacheEntries = 10_000;

interface CacheEntry<H> {
  holder: H;
  until: number;
}

export interface VerifiedDeps<H> {
  /** What cannot be one at all is refused without asking the database. */
  isWellFormed(token: string): boolean;
  /** By their hashes; null for one that is not valid at this moment. */
  findHolders(hashes: string[]): Promise<(H | null)[]>;
}

export interface TokenVerifier<H> {
  holderOf(token: string): Promise<H | null>;
  /** In this process a change is seen at once. */
  invalidate(): void;
}

/** Whose a token is, remembered for a moment. */
export function createTokenVerifier<H extends object>({
  isWellFormed,
  findHolders,
}: VerifiedDeps<H>): TokenVerifier<H> {
  const saved = new Map<string, CacheEntry<H>>();
  let changes = 0;
  const find = createBatcher<string, CacheEntry<H> | null>(async (hashes) => {
    // From before the question: what changes while it is under way must be seen in time as well.
    const until = performance.now() + cacheTtlMs;
    const holders = await findHolders(hashes);
    return holders.map((holder) => holder && { holder, until });
  });

  function remember(hash: string, found: CacheEntry<H>): void {
    if (saved.size >= maxCacheEntries) saved.clear();
    saved.set(hash, found);
  }

  return {
    async holderOf(token) {
      if (!isWellFormed(token)) return null;
      const hash = hashTokenHex(token);
      const known = saved.get(hash);
      if (known && performance.now() < known.until) return known.holder;
      const changesBefore = changes;
      const found = await find(hash);
      if (found && changes === changesBefore) remember(hash, found);
      return found?.holder ?? null;
    },

    invalidate() {
      changes += 1;
      saved.clear();
    },
  };
}
