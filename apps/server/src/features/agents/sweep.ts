import { inBatches } from '../../platform/db/in-batches.ts';
import type { DiscoveriesStore } from './discoveries.store.ts';

/** Discoveries per statement; each can have thousands of devices. */
const batchSize = 100;

export function createSweep({ removeOlderThan, removeOwned }: DiscoveriesStore, retentionDays: number) {
  return {
    sweep: () => inBatches(batchSize, (limit) => removeOlderThan(retentionDays, limit)),
    eraseOwner: (owner: string) => inBatches(batchSize, (limit) => removeOwned(owner, limit)),
  };
}
