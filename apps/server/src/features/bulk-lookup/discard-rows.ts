import type { RowsStore, RunRef } from './rows.store.ts';
import type { RunsStore } from './runs.store.ts';

interface Stores {
  runs: Pick<RunsStore, 'resetArrived'>;
  rows: Pick<RowsStore, 'remove'>;
}

/** Deletes the rows of a run that is kept. They count against the quota until they are gone. */
export async function discardRows({ runs, rows }: Stores, run: RunRef): Promise<void> {
  await rows.remove(run);
  await runs.resetArrived(run.key);
}
