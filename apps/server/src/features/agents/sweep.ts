import { inBatches } from '../../platform/db/in-batches.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { DiscoveriesStore } from './discoveries.store.ts';

/** Discoveries per statement; each can have thousands of devices. */
const batchSize = 100;
/** Discoveries that are looked at in one statement. */
const listedPerBatch = 1000;
const firstId = '00000000-0000-0000-0000-000000000000';

export function createSweep(store: DiscoveriesStore, retentionDays: number) {
  /** A scan that arrives removes the rows of the one before. Scans that arrive at the same time do not see each other. */
  async function removeSupersededRows(): Promise<void> {
    let last = firstId;
    await inBatches(listedPerBatch, async (limit) => {
      const listed = await store.listRows(last, limit);
      const superseded = listed.filter(({ isSuperseded }) => isSuperseded);
      for (let index = 0; index < superseded.length; index += batchSize)
        await store.removeRows(superseded.slice(index, index + batchSize).map(({ sessionId }) => sessionId));
      last = listed.at(-1)?.sessionId ?? last;
      return listed.length;
    });
  }

  return {
    async sweep(): Promise<void> {
      await inBatches(batchSize, (limit) => store.removeOlderThan(retentionDays, limit));
      await removeSupersededRows();
      await store.createMonths();
      // One extra day, so that no rows are dropped before their scan.
      await store.dropMonths(retentionDays + 1);
    },
    eraseOwner: (owner: OwnerId) => inBatches(batchSize, (limit) => store.removeOwned(owner, limit)),
  };
}
