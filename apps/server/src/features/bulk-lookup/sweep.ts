import type { JobPayload } from '@warranty/contracts/jobs';
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
  liveChunks(): Promise<JobPayload<'bulk.chunk'>[]>;
}

/** What keeps runs going when a job was lost, and what ends them when their days are over. */
export function createSweep({ runs, rows, lanes, liveChunks }: SweepDeps) {
  /** The chunk is the truth and the job only a wake-up: one without a job gets another. */
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
    // One more day, so that no run's rows go before the run.
    await rows.dropDaysBefore(new Date(Date.now() - (retentionDays + 1) * day).toISOString().slice(0, 10));
    await rows.prepareDay(new Date(Date.now() + day).toISOString().slice(0, 10));
  };
}
