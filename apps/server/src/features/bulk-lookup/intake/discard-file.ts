import type { RunRef } from '../../../lookups/runs/run.ts';
import type { Stores } from '../stores.ts';

export type FileStores = Pick<Stores, 'runs' | 'rows' | 'workbooks'>;

/** Deletes what is stored of the file of a run. */
export async function removeFile({ rows, workbooks }: FileStores, run: RunRef): Promise<void> {
  await workbooks.remove(run);
  await rows.remove(run);
}

/** For a run that is kept. Its file counts against the quota until it is gone. */
export async function discardFile(stores: FileStores, run: RunRef): Promise<void> {
  await removeFile(stores, run);
  await stores.runs.resetArrived(run.key);
}
