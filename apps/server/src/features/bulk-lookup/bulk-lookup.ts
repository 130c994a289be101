import type { Lookups } from '../../lookups/lookups.ts';
import { createRunsStore } from '../../lookups/runs/runs.store.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Db, Pool } from '../../platform/db/database.ts';
import type { RateLimiter } from '../../platform/fairness/rate-limiter.store.ts';
import { defineFeature } from '../../platform/feature.ts';
import { handleJob, scheduledJob } from '../../platform/jobs/job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { RequireStorage } from '../../platform/storage-guard.ts';
import { defaultThreadCount } from '../../platform/threads/thread-count.ts';
import { bulkTables } from './bulk-lookup.tables.ts';
import { removeFile } from './intake/discard-file.ts';
import { createIngest } from './intake/ingest.ts';
import { createRowsStore } from './intake/rows.store.ts';
import { createRunReceiver } from './intake/run-receiver.ts';
import { createWorkbooksStore } from './intake/workbooks.store.ts';
import { createRunColumnsStore } from './reading/run-columns.store.ts';
import { createSortedRowsStore } from './reading/sorted-rows.store.ts';
import { prepareRun } from './runs/bulk-lookup.jobs.ts';
import { bulkLookupRoutes } from './runs/bulk-lookup.routes.ts';
import { createCsvAdapter } from './runs/csv-adapter.ts';
import { createPreparationQueue } from './runs/preparation-queue.ts';
import { createPreparation, preparedAtOnce } from './runs/prepare.ts';
import type { RunOptions, RunSource } from './runs/run.ts';
import { createRunQuotas, type RunLimits } from './runs/run-quotas.ts';
import { createRunsService } from './runs/runs.service.ts';
import { createSweep } from './runs/sweep.ts';
import { createSyncLookup } from './runs/sync-lookup.ts';

const ingestLimits = {
  threads: defaultThreadCount,
  maxMemoryMb: 256,
  maxHeldMb: 192,
  maxSeconds: 20,
  maxCpuSeconds: 20,
  idleSeconds: 60,
};

export interface BulkLookupDeps {
  db: Db;
  pool: Pool;
  jobs: Jobs;
  audit: Audit;
  lookups: Pick<Lookups, 'batches' | 'engine'>;
  limits: RateLimiter;
  runLimits: RunLimits;
  requireStorage: RequireStorage;
  demo: boolean;
}

/** Public API of the bulk lookup feature: lookups of whole files. */
export function createBulkLookup(deps: BulkLookupDeps) {
  const { db, pool, jobs, audit, limits, runLimits, requireStorage, demo } = deps;
  const { batches, engine } = deps.lookups;
  const { chunks, lanes, findKnownAnswers, removeRun, chunkingOf } = engine;
  const { retentionDays } = runLimits;
  const runs = createRunsStore<RunOptions, RunSource>(db);
  const rows = createRowsStore(db, pool);
  const workbooks = createWorkbooksStore(db, pool);
  const sortedRows = createSortedRowsStore(pool);
  const columns = createRunColumnsStore(db);
  const { notKnownSeconds } = batches;
  const stores = { runs, rows, workbooks, sortedRows, chunks, columns, batches, demo, notKnownSeconds };
  const quotas = createRunQuotas(runLimits, limits);
  const preparations = createPreparationQueue(jobs.queue(prepareRun));
  const service = createRunsService({
    ...stores,
    ...{ audit, lanes, removeRun, preparations, quotas, requireStorage, retentionDays },
  });
  const ingest = createIngest(ingestLimits);
  const receiver = createRunReceiver({
    runs,
    rows,
    workbooks,
    service,
    audit,
    quotas,
    ingest,
    maxWriters: Math.max(1, Math.floor(pool.options.max / 3)),
    preparations,
    prepareDay: engine.prepareDay,
  });
  const few = createSyncLookup({ batches, findKnownAnswers, demo, transaction: runs.transaction });
  const adapter = createCsvAdapter({ ...stores, service, receiver, ingest, few });
  const prepare = createPreparation({ runs, rows, chunks, lanes, chunkingOf, batches, queue: preparations });
  return defineFeature({
    routes: bulkLookupRoutes({ service, receiver, adapter, few, stores }),
    tables: bulkTables,
    jobs: [
      handleJob(prepareRun, prepare, { concurrency: { count: preparedAtOnce, each: 1 } }),
      scheduledJob('bulk.files', '* * * * *', createSweep({ runs, rows, workbooks, retentionDays })),
    ],
    /** The runs themselves are those of lookups. */
    async eraseOwner(owner: OwnerId): Promise<void> {
      await runs.cancelOwned(owner);
      for (const place of await runs.listOwned(owner)) await removeFile({ rows, workbooks }, place);
    },
    usage: async (owner: OwnerId) => quotas.usage(await runs.sumStored(owner)),
    stop: ingest.stop,
  });
}
