import type { UsageItem } from '@warranty/contracts/usage';
import type { Registry } from 'prom-client';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Db, Pool } from '../../platform/db/database.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import { defineFeature } from '../../platform/feature.ts';
import { scheduledJob } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log.ts';
import { createBatchLookup } from './batch-lookup.ts';
import { createCallCountsStore } from './call-counts.store.ts';
import { type CallLimitsDeps, createCallLimits } from './call-limits.ts';
import { createExhaustedEvents } from './exhausted-events.ts';
import { createGatesStore, type GateRules } from './gates.store.ts';
import { createLookedUpSerialsStore } from './looked-up-serials.store.ts';
import { createOwnLookups } from './own-lookups.ts';
import { createRecordsStore } from './records.store.ts';
import { createVendorAccess, type VendorAccessDeps } from './vendor-access.ts';
import { createVendorCalls } from './vendor-calls.ts';
import { warrantyRoutes } from './warranty.routes.ts';
import { createWarrantyService, type WarrantyServiceDeps } from './warranty.service.ts';
import { createWarrantyMetrics } from './warranty-metrics.ts';

const deletedPerBatch = 10_000;

export interface WarrantyDeps
  extends Pick<WarrantyServiceDeps, 'freshness' | 'demo'>,
    Omit<CallLimitsDeps, 'callCounts' | 'recordExhausted'>,
    Omit<VendorAccessDeps, 'calls' | 'callLimits'> {
  db: Db;
  pool: Pool;
  registry: Registry;
  audit: Audit;
  log: Log;
  gateRules: GateRules;
  /** How long an answer is stored after it was last checked, or replaced by another one. */
  retentionDays: number;
}

export type Warranty = ReturnType<typeof createWarranty>;

export function createWarranty({ db, pool, registry, gateRules, retentionDays, ...deps }: WarrantyDeps) {
  const callCounts = createCallCountsStore(db);
  const gates = createGatesStore(db, gateRules, callCounts);
  const metrics = createWarrantyMetrics(registry, db);
  const callLimits = createCallLimits({ ...deps, callCounts, recordExhausted: createExhaustedEvents(deps) });
  const calls = createVendorCalls({ gates, callLimits, metrics });
  const records = createRecordsStore(db, pool, { isSimulated: deps.demo !== null });
  const lookedUp = createLookedUpSerialsStore(db);
  const ownLookups = createOwnLookups(lookedUp);
  const access = createVendorAccess({ ...deps, calls, callLimits });
  const service = createWarrantyService({
    ...deps,
    records,
    calls,
    callLimits,
    countLookup: metrics.countLookup,
    recordLookups: ownLookups.record,
    access,
  });
  return defineFeature({
    routes: warrantyRoutes(service),
    // The history last: without records, nothing is added to it.
    async eraseOwner(owner) {
      await inBatches(deletedPerBatch, (limit) => records.removeOwned(owner, limit));
      await inBatches(deletedPerBatch, (limit) => records.removeOwnedHistory(owner, limit));
      await inBatches(deletedPerBatch, (limit) => lookedUp.removeOwned(owner, limit));
    },
    jobs: [
      scheduledJob('warranty.sweep', '20 * * * *', async () => {
        await callCounts.sweep();
        await inBatches(deletedPerBatch, (limit) => records.removeUnchecked(retentionDays, limit));
        await inBatches(deletedPerBatch, (limit) => records.removeReplaced(retentionDays, limit));
        await inBatches(deletedPerBatch, (limit) => lookedUp.removeOld(retentionDays, limit));
      }),
    ],
    async usage(owner): Promise<UsageItem[]> {
      const { limit, remaining } = await callLimits.ownerStatus(owner);
      return [
        {
          ...{ id: 'vendor-calls', label: 'Vendor calls today', unit: 'count' },
          ...{ used: limit - remaining, limit },
          note: 'Calls on the credentials of this server. Resets at 00:00 UTC.',
        },
      ];
    },
    lookup: service.lookup,
    batches: createBatchLookup({ ...deps, records, calls, resolveAccess: access.resolveAccess, ownLookups }),
  });
}

export {
  type BatchFailure,
  type BatchLookup as Batches,
  toBatchFailure,
} from './batch-lookup.ts';
export { bulkCallsPerSecond } from './gates.store.ts';
export { toHardware } from './hardware.ts';
export {
  contextOf,
  type EndingLookupContext,
  endingContextOf,
  type LookupContext,
} from './lookup-context.ts';
export type { CacheableAnswer, CachedAnswer } from './records.store.ts';
export { emptySerialResult, failedSerialResult, type SerialResult } from './serial-result.ts';
export type { InstallationKeys, VendorAccess } from './vendor-access.ts';
export type { CallOptions } from './vendor-calls.ts';
