import type { HasNames } from '../../accounts/creators.ts';
import type { Lookups } from '../../lookups/lookups.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Db, Pool } from '../../platform/db/database.ts';
import type { OwnerLimits } from '../../platform/fairness/owner-limits.ts';
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
import { createRunReceiver } from './intake/run-receiver.ts';
import { prepareRun } from './runs/bulk-lookup.jobs.ts';
import { bulkLookupRoutes } from './runs/bulk-lookup.routes.ts';
import { createCsvAdapter } from './runs/csv-adapter.ts';
import { createPreparationQueue } from './runs/preparation-queue.ts';
import { createPreparation, preparedAtOnce } from './runs/prepare.ts';
import { createRunQuotas, type RunLimits } from './runs/run-quotas.ts';
import { createRunsService } from './runs/runs.service.ts';
import { createSweep } from './runs/sweep.ts';
import { createSyncLookup } from './runs/sync-lookup.ts';
import { createStores } from './stores.ts';

const ingestLimits = {
  threads: defaultThreadCount,
  maxMemoryMb: 256,
  maxHeldMb: 192,
  maxSeconds: 20,
  maxCpuSeconds: 20,
  idleSeconds: 60,
};

export interface BulkLookupDeps extends HasNames {
  db: Db;
  pool: Pool;
  jobs: Jobs;
  audit: Audit;
  lookups: Pick<Lookups, 'batches' | 'engine'>;
  limits: RateLimiter;
  ownerLimits: OwnerLimits;
  runLimits: RunLimits;
  requireStorage: RequireStorage;
  demo: boolean;
}

/** Public API of the bulk lookup feature: lookups of whole files. */
export function createBulkLookup(deps: BulkLookupDeps) {
  const { db, pool, jobs, audit, limits, runLimits, requireStorage, demo } = deps;
  const { batches, engine } = deps.lookups;
  const { retentionDays } = runLimits;
  const stores = createStores(db, pool);
  const { runs } = stores;
  const quotas = createRunQuotas(runLimits, limits, deps.ownerLimits);
  const preparations = createPreparationQueue(jobs.queue(prepareRun));
  const ingest = createIngest(ingestLimits);
  const parts = { ...stores, ...engine, batches, demo, audit, quotas, requireStorage, preparations, ingest };
  const service = createRunsService({ ...parts, namesOf: deps.namesOf, retentionDays });
  const maxWriters = Math.max(1, Math.floor(pool.options.max / 3));
  const receiver = createRunReceiver({ ...parts, service, maxWriters });
  const few = createSyncLookup({ ...parts, transaction: runs.transaction });
  const adapter = createCsvAdapter({ ...parts, service, receiver, few });
  return defineFeature({
    routes: bulkLookupRoutes({ service, receiver, adapter, few, stores: parts }),
    tables: bulkTables,
    jobs: [
      handleJob(prepareRun, createPreparation(parts), { concurrency: { count: preparedAtOnce, each: 1 } }),
      scheduledJob('bulk.files', '* * * * *', createSweep(stores, retentionDays)),
    ],
    /** The runs themselves are those of lookups. */
    async eraseOwner(owner: OwnerId): Promise<void> {
      await runs.cancelOwned(owner);
      for (const run of await runs.listOwned(owner)) await removeFile(stores, run);
    },
    usage: async (owner: OwnerId) => quotas.usage(owner, await runs.sumStored(owner)),
    stop: ingest.stop,
  });
}
