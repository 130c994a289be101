import type { RunRef } from '../../../lookups/runs/run.ts';
import type { RunsStore } from '../runs/run.ts';
import type { RowsStore } from './rows.store.ts';
import type { WorkbooksStore } from './workbooks.store.ts';

interface FileStores {
  rows: Pick<RowsStore, 'remove'>;
  workbooks: Pick<WorkbooksStore, 'remove'>;
}

/** Deletes what is stored of the file of a run. */
export async function removeFile({ rows, workbooks }: FileStores, run: RunRef): Promise<void> {
  await workbooks.remove(run);
  await rows.remove(run);
}

/** For a run that is kept. Its file counts against the quota until it is gone. */
export async function discardFile(
  { runs, ...stores }: FileStores & { runs: Pick<RunsStore, 'resetArrived'> },
  run: RunRef,
): Promise<void> {
  await removeFile(stores, run);
  await runs.resetArrived(run.key);
}
