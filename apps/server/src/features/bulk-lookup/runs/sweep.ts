import { inBatches } from '../../../platform/db/in-batches.ts';
import { daysAgo } from '../../../platform/db/partitions.ts';
import { discardFile, type FileStores } from '../intake/discard-file.ts';

const abandonedUploadHours = 24;
const batchSize = 100;

/** Ends runs whose file never arrived, and deletes the files of expired runs. */
export function createSweep(stores: FileStores, retentionDays: number) {
  async function expireUnsent(limit: number): Promise<number> {
    const expired = await stores.runs.expireUnsent(abandonedUploadHours, limit);
    for (const run of expired) await discardFile(stores, run);
    return expired.length;
  }

  return async function sweep(): Promise<void> {
    await inBatches(batchSize, expireUnsent);
    // One extra day, so that no rows are dropped before their run.
    await stores.rows.dropDaysBefore(daysAgo(retentionDays + 1));
    await stores.rows.prepareDay(daysAgo(-1));
  };
}
