import { inBatches } from '../../platform/db/in-batches.ts';
import type { DiscoveriesStore } from './discoveries.store.ts';

/** Discoveries per statement; each can have thousands of devices. */
const batchSize = 100;
/** Discoveries that are looked at in one statement. */
const listedPerBatch = 1000;
/** Bounds how long one sweep takes; the next one goes on. */
const maxPackedPerSweep = 50_000;
const firstId = '00000000-0000-0000-0000-000000000000';

export function createSweep(store: DiscoveriesStore, retentionDays: number) {
  /**
   * A scan that arrives removes the rows of the one before. What is left for this are scans of the previous version, and
   * scans that arrived at the same time as a newer one.
   */
  async function packSuperseded(): Promise<void> {
    let last = firstId;
    let packed = 0;
    await inBatches(listedPerBatch, async (limit) => {
      const listed = await store.listRows(last, limit);
      const superseded = listed.filter(({ isSuperseded }) => isSuperseded);
      for (const { sessionId, isPacked } of superseded) if (!isPacked) await store.pack(sessionId);
      for (let at = 0; at < superseded.length; at += batchSize)
        await store.removeRows(superseded.slice(at, at + batchSize).map(({ sessionId }) => sessionId));
      last = listed.at(-1)?.sessionId ?? last;
      packed += superseded.length;
      return packed < maxPackedPerSweep ? listed.length : 0;
    });
  }

  return {
    async sweep(): Promise<void> {
      await inBatches(batchSize, (limit) => store.removeOlderThan(retentionDays, limit));
      await packSuperseded();
      // One extra day, so that no rows are dropped before their scan.
      await store.maintainMonths(retentionDays + 1);
    },
    eraseOwner: (owner: string) => inBatches(batchSize, (limit) => store.removeOwned(owner, limit)),
  };
}
