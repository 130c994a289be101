import type { UsageItem } from '@warranty/contracts/usage';
import type { Registry } from 'prom-client';
import { createBatchLookup } from '../../lookups/answers/batch-lookup.ts';
import { createLookedUpSerialsStore } from '../../lookups/answers/looked-up-serials.store.ts';
import { createOwnLookups } from '../../lookups/answers/own-lookups.ts';
import { createRecordsStore } from '../../lookups/answers/records.store.ts';
import { createCallCountsStore } from '../../lookups/vendors/call-counts.store.ts';
import { type CallLimitsDeps, createCallLimits } from '../../lookups/vendors/call-limits.ts';
import { createExhaustedEvents } from '../../lookups/vendors/exhausted-events.ts';
import { createGatesStore, type GateRules } from '../../lookups/vendors/gates.store.ts';
import { createWarrantyMetrics } from '../../lookups/vendors/lookup-metrics.ts';
import { createVendorAccess, type VendorAccessDeps } from '../../lookups/vendors/vendor-access.ts';
import { createVendorCalls } from '../../lookups/vendors/vendor-calls.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Db, Pool } from '../../platform/db/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import { scheduledJob } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/log.ts';
import { warrantyRoutes } from './warranty.routes.ts';
import { createWarrantyService, type WarrantyServiceDeps } from './warranty.service.ts';

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
} from '../../lookups/answers/batch-lookup.ts';
export { toHardware } from '../../lookups/answers/hardware.ts';
export { bulkCallsPerSecond } from '../../lookups/vendors/gates.store.ts';
export {
  contextOf,
  type EndingLookupContext,
  endingContextOf,
  type LookupContext,
} from '../../lookups/vendors/lookup-context.ts';

import { warrantyTables } from '../../lookups/lookups.tables.ts';

export type { CacheableAnswer, CachedAnswer } from '../../lookups/answers/records.store.ts';
export {
  emptySerialResult,
  failedSerialResult,
  type SerialResult,
} from '../../lookups/answers/serial-result.ts';
export type { InstallationKeys, VendorAccess } from '../../lookups/vendors/vendor-access.ts';
export type { CallOptions } from '../../lookups/vendors/vendor-calls.ts';
