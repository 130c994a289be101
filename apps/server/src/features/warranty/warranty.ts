import type { UsageItem } from '@warranty/contracts/usage';
import type { Registry } from 'prom-client';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Db, Pool } from '../../platform/db/database.ts';
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
}

export type Warranty = ReturnType<typeof createWarranty>;

export function createWarranty({ db, pool, registry, gateRules, ...deps }: WarrantyDeps) {
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
    tables: warrantyTables,
    jobs: [scheduledJob('warranty.sweep', '20 * * * *', callCounts.sweep)],
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

import { warrantyTables } from './warranty.tables.ts';

export type { CacheableAnswer, CachedAnswer } from './records.store.ts';
export { emptySerialResult, failedSerialResult, type SerialResult } from './serial-result.ts';
export type { InstallationKeys, VendorAccess } from './vendor-access.ts';
export type { CallOptions } from './vendor-calls.ts';
