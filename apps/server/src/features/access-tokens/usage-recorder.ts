import type { Log } from '../../platform/log.ts';
import type { Identity } from '../../platform/ownership/caller.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { TokenUse } from './access-tokens.store.ts';

const batch = 1000;

export interface UsageDeps {
  addUses(uses: TokenUse[]): Promise<void>;
  /** Marks the tokens' owners as active, even if they have not opened a browser. */
  touchOwners(owners: OwnerId[]): Promise<void>;
  /** Interval between two writes. */
  everySeconds: number;
  log: Log;
}

type Use = TokenUse & { owner: OwnerId };

/**
 * Batches usage counts in memory and flushes them periodically: one write per request would serialize requests on the row.
 * The timer starts after the previous flush has finished, so a token is written at most once per interval.
 */
export function createUsageRecorder({ addUses, touchOwners, everySeconds, log }: UsageDeps) {
  let uses = new Map<string, Use>();
  let timer: NodeJS.Timeout | null = null;
  let isWriting = false;

  function waitToWrite(): void {
    if (uses.size === 0 || isWriting) return;
    timer ??= setTimeout(() => void flush(), everySeconds * 1000).unref();
  }

  function add({ tokenId, owner, count, lastUsedAt }: Use): void {
    const use = uses.get(tokenId);
    if (use) {
      use.count += count;
      if (lastUsedAt > use.lastUsedAt) use.lastUsedAt = lastUsedAt;
      return;
    }
    uses.set(tokenId, { tokenId, owner, count, lastUsedAt });
    waitToWrite();
  }

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    isWriting = true;
    await writeAll();
    isWriting = false;
    waitToWrite();
  }

  async function writeAll(): Promise<void> {
    const all = [...uses.values()].sort((a, b) => (a.tokenId < b.tokenId ? -1 : 1));
    const owners = new Set(all.map(({ owner }) => owner));
    uses = new Map();
    try {
      while (all.length > 0) {
        const some = all.slice(-batch);
        await addUses(some);
        all.length -= some.length;
      }
      if (owners.size > 0) await touchOwners([...owners]);
    } catch (err) {
      log.warn({ err }, 'failed to record access token usage; will retry');
      for (const use of all) add(use);
    }
  }

  return {
    note: ({ owner, actor }: Identity) =>
      add({ tokenId: String(actor.id), owner, count: 1, lastUsedAt: Date.now() }),
    flush,
  };
}
