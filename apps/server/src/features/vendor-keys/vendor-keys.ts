import type { Audit } from '../../platform/audit/audit.ts';
import type { Db, Pool } from '../../platform/db/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import { createOpenKeys, createUseKeys, sealedVendorKeys } from './open-keys.ts';
import { vendorKeysRoutes } from './vendor-keys.routes.ts';
import { createVendorKeysService, type VendorKeysServiceDeps } from './vendor-keys.service.ts';
import { createVendorKeysStore } from './vendor-keys.store.ts';
import { vendorKeyTables } from './vendor-keys.tables.ts';

export interface VendorKeysDeps extends Omit<VendorKeysServiceDeps, 'store' | 'openKeys'> {
  db: Db;
  pool: Pool;
  audit: Audit;
  usernameOf(owner: OwnerId): Promise<string>;
}

export function createVendorKeys({ db, pool, ...deps }: VendorKeysDeps) {
  const store = createVendorKeysStore(db, pool);
  const openKeys = createOpenKeys({ ...deps, store });
  const service = createVendorKeysService({ ...deps, store, openKeys });
  return defineFeature({
    routes: vendorKeysRoutes(service, deps.usernameOf),
    tables: vendorKeyTables,
    configuredVendors: service.configuredVendors,
    openKeys: createUseKeys({ ...deps, store, openKeys }),
  });
}

/** For the key rotation command, which runs without the rest of the feature. */
export function createSealedVendorKeys(db: Db, pool: Pool) {
  return sealedVendorKeys(createVendorKeysStore(db, pool));
}

/** What is useless without the master key: the sealed keys, and the results of testing them. */
export const sealedVendorKeyTables = ['api_keys', 'vendor_key_tests'] as const;
