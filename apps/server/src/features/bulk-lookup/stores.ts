import { createRunsStore } from '../../lookups/runs/runs.store.ts';
import type { Db, Pool } from '../../platform/db/database.ts';
import { createRowsStore } from './intake/rows.store.ts';
import { createWorkbooksStore } from './intake/workbooks.store.ts';
import { createRunColumnsStore } from './reading/run-columns.store.ts';
import { createSortedRowsStore } from './reading/sorted-rows.store.ts';
import type { RunOptions, RunSource } from './runs/run.ts';

export type Stores = ReturnType<typeof createStores>;

/** What is stored of a run whose rows come from a file. */
export const createStores = (db: Db, pool: Pool) => ({
  runs: createRunsStore<RunOptions, RunSource>(db),
  rows: createRowsStore(db, pool),
  workbooks: createWorkbooksStore(db, pool),
  sortedRows: createSortedRowsStore(pool),
  columns: createRunColumnsStore(db),
});
