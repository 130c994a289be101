import type { DiscoveriesStore } from './discoveries.store.ts';

const retentionDays = 90;
/** Discoveries per statement; each can have thousands of devices. */
const batch = 100;

export function createSweep({ removeOlderThan, removeOwned }: DiscoveriesStore) {
  async function untilDone(remove: () => Promise<number>): Promise<void> {
    while ((await remove()) === batch);
  }
  return {
    sweep: () => untilDone(() => removeOlderThan(retentionDays, batch)),
    eraseOwner: (owner: string) => untilDone(() => removeOwned(owner, batch)),
  };
}
