import { inBatches } from '../../../platform/db/in-batches.ts';
import { daysAgo } from '../../../platform/db/partitions.ts';
import { discardFile } from '../intake/discard-file.ts';
import type { RowsStore } from '../intake/rows.store.ts';
import type { WorkbooksStore } from '../intake/workbooks.store.ts';
import type { RunsStore } from './run.ts';

const abandonedUploadHours = 24;
const batchSize = 100;

export interface SweepDeps {
  runs: RunsStore;
  rows: RowsStore;
  workbooks: WorkbooksStore;
  retentionDays: number;
}

/** Ends runs whose file never arrived, and deletes the files of expired runs. */
export function createSweep({ runs, rows, workbooks, retentionDays }: SweepDeps) {
  async function expireUnsent(limit: number): Promise<number> {
    const expired = await runs.expireUnsent(abandonedUploadHours, limit);
    for (const run of expired) await discardFile({ runs, rows, workbooks }, run);
    return expired.length;
  }

  return async function sweep(): Promise<void> {
    await inBatches(batchSize, expireUnsent);
    // One extra day, so that no rows are dropped before their run.
    await rows.dropDaysBefore(daysAgo(retentionDays + 1));
    await rows.prepareDay(daysAgo(-1));
  };
}
