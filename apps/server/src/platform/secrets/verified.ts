import { createGatherer } from '../gather.ts';
import { tokenHash } from './checked-tokens.ts';

/** Another process may revoke what was given out; this is how long it is not noticed, well within a second. */
const rememberedMs = 500;
const mostRemembered = 10_000;

interface Remembered<H> {
  holder: H;
  until: number;
}

export interface VerifiedDeps<H> {
  /** What cannot be one at all is refused without asking the database. */
  isWellFormed(token: string): boolean;
  /** By their hashes; null for one that is not valid at this moment. */
  findHolders(hashes: string[]): Promise<(H | null)[]>;
}

export interface Verified<H> {
  holderOf(token: string): Promise<H | null>;
  /** In this process a change is seen at once. */
  changed(): void;
}

/** Whose a token is, remembered for a moment. */
export function createVerified<H extends object>({
  isWellFormed,
  findHolders,
}: VerifiedDeps<H>): Verified<H> {
  const remembered = new Map<string, Remembered<H>>();
  let changes = 0;
  const find = createGatherer<string, Remembered<H> | null>(async (hashes) => {
    // From before the question: what changes while it is under way must be seen in time as well.
    const until = performance.now() + rememberedMs;
    const holders = await findHolders(hashes);
    return holders.map((holder) => holder && { holder, until });
  });

  function remember(hash: string, found: Remembered<H>): void {
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(hash, found);
  }

  return {
    async holderOf(token) {
      if (!isWellFormed(token)) return null;
      const hash = tokenHash(token);
      const known = remembered.get(hash);
      if (known && performance.now() < known.until) return known.holder;
      const changesBefore = changes;
      const found = await find(hash);
      if (found && changes === changesBefore) remember(hash, found);
      return found?.holder ?? null;
    },

    changed() {
      changes += 1;
      remembered.clear();
    },
  };
}
