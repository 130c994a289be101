import { createGatherer } from '../../platform/gather.ts';
import { tokenHash } from '../../platform/secrets/checked-tokens.ts';
import type { TokenHolder } from './access-tokens.store.ts';
import { tokenForm } from './token-form.ts';

/** Another process may switch a token off; this is how long it is not noticed, well within a second. */
const rememberedMs = 500;
const mostRemembered = 10_000;

interface Remembered {
  holder: TokenHolder;
  until: number;
}

export type Verified = ReturnType<typeof createVerified>;

/** Whose a token is. What cannot be a token at all is refused without asking the database. */
export function createVerified(findHolders: (hashes: string[]) => Promise<(TokenHolder | null)[]>) {
  const remembered = new Map<string, Remembered>();
  let changes = 0;
  const find = createGatherer<string, Remembered | null>(async (hashes) => {
    // From before the question: what changes while it is under way must be seen in time as well.
    const until = performance.now() + rememberedMs;
    const holders = await findHolders(hashes);
    return holders.map((holder) => holder && { holder, until });
  });

  function remember(hash: string, found: Remembered): void {
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(hash, found);
  }

  return {
    async holderOf(token: string): Promise<TokenHolder | null> {
      if (!tokenForm.isWellFormed(token)) return null;
      const hash = tokenHash(token);
      const known = remembered.get(hash);
      if (known && performance.now() < known.until) return known.holder;
      const changesBefore = changes;
      const found = await find(hash);
      if (found && changes === changesBefore) remember(hash, found);
      return found?.holder ?? null;
    },

    /** In this process a change is seen at once. */
    changed(): void {
      changes += 1;
      remembered.clear();
    },
  };
}
