import type { jobs } from '@warranty/contracts/jobs';
import type { Db } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/jobs.ts';
import { createOpenKeys, sealedVendorKeys } from './open-keys.ts';
import { vendorKeysRoutes } from './vendor-keys.routes.ts';
import { createVendorKeysService, type VendorKeysServiceDeps } from './vendor-keys.service.ts';
import { createVendorKeysStore } from './vendor-keys.store.ts';

export interface VendorKeysDeps extends Omit<VendorKeysServiceDeps, 'store' | 'openKeys'> {
  db: Db;
}

export function createVendorKeys({ db, ...deps }: VendorKeysDeps) {
  const store = createVendorKeysStore(db);
  const openKeys = createOpenKeys({ store, sealing: deps.sealing });
  const service = createVendorKeysService({ ...deps, store, openKeys });
  const jobHandlers: JobHandler<typeof jobs>[] = [{ name: 'vendor-keys.sweep', run: () => service.sweep() }];
  return {
    routes: vendorKeysRoutes(service),
    jobs: jobHandlers,
    configuredVendors: service.configuredVendors,
    openKeys,
  };
}

/** For the key rotation command, which runs without the rest of the feature. */
export function createSealedVendorKeys(db: Db) {
  return sealedVendorKeys(createVendorKeysStore(db));
}
