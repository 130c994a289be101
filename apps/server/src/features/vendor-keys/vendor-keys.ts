import type { Db } from '../../platform/db/database.ts';
import { vendorKeysRoutes } from './vendor-keys.routes.ts';
import { createVendorKeysService } from './vendor-keys.service.ts';
import { createVendorKeysStore } from './vendor-keys.store.ts';

/** The front door: users' own vendor credentials. */
export function createVendorKeys({ db }: { db: Db }) {
  const service = createVendorKeysService({ store: createVendorKeysStore(db) });
  return { routes: vendorKeysRoutes(service) };
}
