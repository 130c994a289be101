import { defineFeature } from '../../platform/feature.ts';
import { warrantyRoutes } from './warranty.routes.ts';
import { createWarrantyService, type WarrantyServiceDeps } from './warranty.service.ts';

export type Warranty = ReturnType<typeof createWarranty>;

/** Public API of the warranty feature: the lookup of one device. */
export function createWarranty(lookups: WarrantyServiceDeps) {
  const service = createWarrantyService(lookups);
  return defineFeature({ routes: warrantyRoutes(service), lookup: service.lookup });
}
