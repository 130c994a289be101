import { createDell } from '@warranty/connectors/dell/dell';
import type { Send } from '@warranty/connectors/send';
import type { Registry } from 'prom-client';
import type { Db, Pool } from '../../platform/db/database.ts';
import { createGatesStore, type GateRules } from './gates.store.ts';
import { createRecordsStore } from './records.store.ts';
import { createVendorCalls } from './vendor-calls.ts';
import { warrantyRoutes } from './warranty.routes.ts';
import { createWarrantyService, type WarrantyServiceDeps } from './warranty.service.ts';
import { createWarrantyMetrics } from './warranty-metrics.ts';

export interface DellAccess {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
}

export interface WarrantyDeps
  extends Pick<WarrantyServiceDeps, 'limits' | 'lookupLimits' | 'freshness' | 'demo'> {
  db: Db;
  pool: Pool;
  send: Send;
  registry: Registry;
  gateRules: GateRules;
  /** Null where the installation has no credentials for Dell. */
  dell: DellAccess | null;
}

/** The front door: what cover a device has. */
export function createWarranty({ db, pool, send, registry, gateRules, dell: access, ...deps }: WarrantyDeps) {
  const dell = access && createDell({ send, baseUrl: access.baseUrl, credentials: access, now: Date.now });
  const gates = createGatesStore(db, gateRules);
  const metrics = createWarrantyMetrics(registry, gates);
  const service = createWarrantyService({
    ...deps,
    records: createRecordsStore(db, pool),
    calls: createVendorCalls({ gates, metrics }),
    countLookup: metrics.countLookup,
    askDell: dell && (async (tag) => (await dell.lookup([tag])).get(tag) ?? { kind: 'unexpected' }),
  });
  return { routes: warrantyRoutes(service) };
}
