import type { UsageItem } from '@warranty/contracts/usage';
import type { Registry } from 'prom-client';
import type { Audit } from '../platform/audit/audit.ts';
import type { Db, Pool } from '../platform/db/database.ts';
import { defineFeature } from '../platform/feature.ts';
import { scheduledJob } from '../platform/jobs/job.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log.ts';
import { createBatchLookup } from './answers/batch-lookup.ts';
import { createDeviceLookup, type DeviceLookupDeps } from './answers/device-lookup.ts';
import { createLookedUpSerialsStore } from './answers/looked-up-serials.store.ts';
import { createOwnLookups } from './answers/own-lookups.ts';
import { createRecordsStore } from './answers/records.store.ts';
import { createEngine } from './engine/engine.ts';
import { lookupTables } from './lookups.tables.ts';
import { createCallCountsStore } from './vendors/call-counts.store.ts';
import { type CallLimitsDeps, createCallLimits } from './vendors/call-limits.ts';
import { createExhaustedEvents } from './vendors/exhausted-events.ts';
import { createGatesStore, type GateRules } from './vendors/gates.store.ts';
import { createLookupMetrics } from './vendors/lookup-metrics.ts';
import { createVendorAccess, type VendorAccessDeps } from './vendors/vendor-access.ts';
import { createVendorCalls } from './vendors/vendor-calls.ts';

export interface LookupsDeps
  extends Pick<DeviceLookupDeps, 'freshness' | 'demo'>,
    Omit<CallLimitsDeps, 'callCounts' | 'recordExhausted'>,
    Omit<VendorAccessDeps, 'calls' | 'callLimits'> {
  db: Db;
  pool: Pool;
  jobs: Jobs;
  registry: Registry;
  audit: Audit;
  log: Log;
  gateRules: GateRules;
  /** How long the results of a run are stored. */
  runRetentionDays: number;
}

export type Lookups = ReturnType<typeof createLookups>;

/**
 * Public API of lookups: vendors are called, answers stored and sets of serials looked up here, for whatever feature wants
 * them. Declares its tables and jobs as features do.
 */
export function createLookups({
  db,
  pool,
  jobs,
  registry,
  gateRules,
  runRetentionDays,
  ...deps
}: LookupsDeps) {
  const callCounts = createCallCountsStore(db);
  const gates = createGatesStore(db, gateRules, callCounts);
  const metrics = createLookupMetrics(registry, db);
  const callLimits = createCallLimits({ ...deps, callCounts, recordExhausted: createExhaustedEvents(deps) });
  const calls = createVendorCalls({ gates, callLimits, metrics });
  const records = createRecordsStore(db, pool, { isSimulated: deps.demo !== null });
  const ownLookups = createOwnLookups(createLookedUpSerialsStore(db));
  const { resolveAccess, usesInstallationKeys } = createVendorAccess({ ...deps, calls, callLimits });
  const shared = { ...deps, records, calls, resolveAccess };
  const batches = createBatchLookup({ ...shared, ownLookups });
  const { countLookup } = metrics;
  const engine = createEngine({ db, jobs, batches, ownerLimits: deps.ownerLimits, runRetentionDays });
  return defineFeature({
    routes: [],
    tables: lookupTables,
    jobs: [...engine.jobs, scheduledJob('warranty.sweep', '20 * * * *', callCounts.sweep)],
    eraseOwner: engine.eraseOwner,
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
    lookUpDevice: createDeviceLookup({ ...shared, countLookup, recordLookups: ownLookups.record }),
    usesInstallationKeys,
    callStatus: callLimits.status,
    batches,
    engine,
  });
}
