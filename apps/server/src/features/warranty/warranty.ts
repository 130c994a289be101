import type { Registry } from 'prom-client';
import type { Db, Pool } from '../../platform/db/database.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import { defineFeature } from '../../platform/feature.ts';
import { createBatchLookup } from './batch-lookup.ts';
import { createGatesStore, type GateRules } from './gates.store.ts';
import { createRecordsStore } from './records.store.ts';
import { createVendorAccess, type VendorAccessDeps } from './vendor-access.ts';
import { createVendorCalls } from './vendor-calls.ts';
import { warrantyRoutes } from './warranty.routes.ts';
import { createWarrantyService, type WarrantyServiceDeps } from './warranty.service.ts';
import { createWarrantyMetrics } from './warranty-metrics.ts';

const erasedPerBatch = 10_000;

export interface WarrantyDeps
  extends Pick<WarrantyServiceDeps, 'limits' | 'lookupLimits' | 'freshness' | 'demo'>,
    Omit<VendorAccessDeps, 'calls'> {
  db: Db;
  pool: Pool;
  registry: Registry;
  gateRules: GateRules;
}

export type Warranty = ReturnType<typeof createWarranty>;

export function createWarranty({ db, pool, registry, gateRules, ...deps }: WarrantyDeps) {
  const gates = createGatesStore(db, gateRules);
  const metrics = createWarrantyMetrics(registry, gates);
  const calls = createVendorCalls({ gates, metrics });
  const records = createRecordsStore(db, pool);
  const resolveAccess = createVendorAccess({ ...deps, calls });
  const service = createWarrantyService({
    ...deps,
    records,
    calls,
    countLookup: metrics.countLookup,
    resolveAccess,
  });
  return defineFeature({
    routes: warrantyRoutes(service),
    eraseOwner: (owner: string) => inBatches(erasedPerBatch, (limit) => records.removeOwned(owner, limit)),
    lookup: service.lookup,
    batches: createBatchLookup({ ...deps, records, calls, resolveAccess }),
  });
}

export {
  type BatchFailure,
  type BatchLookup as Batches,
  type CachedAnswer,
  toBatchFailure,
} from './batch-lookup.ts';
export { bulkCallsPerSecond, type CallClass } from './gates.store.ts';
export type { CacheableAnswer } from './records.store.ts';
export type { VendorAccess } from './vendor-access.ts';
