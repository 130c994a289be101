import { inBatches } from '../../platform/db/in-batches.ts';
import { daysAgo } from '../../platform/db/partitions.ts';
import type { EngineRuns } from '../runs/runs.store.ts';
import type { Lanes } from './lanes.ts';
import type { SerialResultsStore } from './serial-results.store.ts';

/** Runs that are changed in one transaction. */
const batchSize = 100;
/** Runs that one statement compares with the queue, which it reads as a whole. */
const checkedPerBatch = 5000;

export interface SweepDeps {
  runs: EngineRuns;
  answers: SerialResultsStore;
  lanes: Lanes;
  retentionDays: number;
}

/** Requeues chunks whose job was lost, continues runs that waited for the next day, and deletes expired runs. */
export function createSweep({ runs, answers, lanes, retentionDays }: SweepDeps) {
  /** `bulk_chunks` is the source of truth and a job is only a trigger: an open chunk without a job gets a new one. */
  async function requeueLostChunks(): Promise<void> {
    let last = '0';
    await inBatches(checkedPerBatch, async (limit) => {
      const processing = await runs.listProcessing(last, limit);
      const sleeping = await lanes.findSleeping(processing);
      for (let at = 0; at < sleeping.length; at += batchSize)
        await runs.transaction((tx) => lanes.wake(tx, sleeping.slice(at, at + batchSize)));
      last = processing.at(-1)?.key ?? last;
      return processing.length;
    });
  }

  async function removeExpired(limit: number): Promise<number> {
    const expired = await runs.listExpired(retentionDays, limit);
    for (const { key } of expired) await runs.transaction((tx) => runs.remove(tx, key));
    return expired.length;
  }

  const continueDueRuns = (limit: number) =>
    runs.transaction(async (tx) => {
      const due = await runs.continueDue(tx, limit);
      await lanes.start(tx, due);
      return due.length;
    });

  return async function sweep(): Promise<void> {
    await inBatches(batchSize, continueDueRuns);
    await requeueLostChunks();
    await inBatches(batchSize, removeExpired);
    // One extra day, so that no results are dropped before their run.
    await answers.dropDaysBefore(daysAgo(retentionDays + 1));
    await answers.prepareDay(daysAgo(-1));
  };
}
