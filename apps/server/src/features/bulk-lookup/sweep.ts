import type { ChunkPayload } from './bulk-lookup.jobs.ts';
import type { Lanes } from './lanes.ts';
import type { RowsStore } from './rows.store.ts';
import type { RunsStore } from './runs.store.ts';

const retentionDays = 7;
const abandonedUploadHours = 24;
const day = 24 * 3600 * 1000;

export interface SweepDeps {
  runs: RunsStore;
  rows: RowsStore;
  lanes: Lanes;
  liveChunks(): Promise<ChunkPayload[]>;
}

/** Requeues chunks whose job was lost, and deletes expired runs. */
export function createSweep({ runs, rows, lanes, liveChunks }: SweepDeps) {
  /** `bulk_chunks` is the source of truth and a job is only a trigger: an open chunk without a job gets a new one. */
  async function requeueLostChunks(): Promise<void> {
    const processing = await runs.listProcessing();
    if (processing.length === 0) return;
    const live = await liveChunks();
    for (const run of processing) {
      const except = new Set(live.filter((job) => job.run === run.key).map(({ chunk }) => chunk));
      await runs.transaction((tx) => lanes.start(tx, run, { except }));
    }
  }

  return async function sweep(): Promise<void> {
    await requeueLostChunks();
    for (const place of await runs.expireUnsent(abandonedUploadHours)) await rows.remove(place);
    for (const { key } of await runs.listExpired(retentionDays))
      await runs.transaction((tx) => runs.remove(tx, key));
    // One extra day, so that no rows are dropped before their run.
    await rows.dropDaysBefore(new Date(Date.now() - (retentionDays + 1) * day).toISOString().slice(0, 10));
    await rows.prepareDay(new Date(Date.now() + day).toISOString().slice(0, 10));
  };
}
