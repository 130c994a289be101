import { inBatches } from '../../platform/db/in-batches.ts';
import type { ChunkPayload } from './bulk-lookup.jobs.ts';
import { discardRows } from './discard-rows.ts';
import type { Lanes } from './lanes.ts';
import type { RowsStore } from './rows.store.ts';
import type { RunsStore } from './runs.store.ts';

const abandonedUploadHours = 24;
const day = 24 * 3600 * 1000;
const batchSize = 100;

export interface SweepDeps {
  runs: RunsStore;
  rows: RowsStore;
  lanes: Lanes;
  retentionDays: number;
  liveChunks(): Promise<ChunkPayload[]>;
}

/** Requeues chunks whose job was lost, continues runs that waited for the next day, and deletes expired runs. */
export function createSweep({ runs, rows, lanes, retentionDays, liveChunks }: SweepDeps) {
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

  async function expireUnsent(limit: number): Promise<number> {
    const expired = await runs.expireUnsent(abandonedUploadHours, limit);
    for (const run of expired) await discardRows({ runs, rows }, run);
    return expired.length;
  }

  async function removeExpired(limit: number): Promise<number> {
    const expired = await runs.listExpired(retentionDays, limit);
    for (const { key } of expired) await runs.transaction((tx) => runs.remove(tx, key));
    return expired.length;
  }

  async function continueDueRuns(): Promise<void> {
    for (const { key } of await runs.listDue())
      await runs.transaction(async (tx) => {
        const run = await runs.change(key, ['paused'], 'processing', { tx });
        if (run) await lanes.start(tx, run);
      });
  }

  return async function sweep(): Promise<void> {
    await continueDueRuns();
    await requeueLostChunks();
    await inBatches(batchSize, expireUnsent);
    await inBatches(batchSize, removeExpired);
    // One extra day, so that no rows are dropped before their run.
    await rows.dropDaysBefore(new Date(Date.now() - (retentionDays + 1) * day).toISOString().slice(0, 10));
    await rows.prepareDay(new Date(Date.now() + day).toISOString().slice(0, 10));
  };
}
