import * as contract from '@warranty/contracts/warranty';
import { contextOf } from '../../lookups/vendors/lookup-context.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { WarrantyService } from './warranty.service.ts';

export function warrantyRoutes(service: WarrantyService): Route[] {
  return [
    route(contract.lookupWarranty, ({ body, ...call }) => service.lookup(contextOf(call), body)),
    route(contract.readVendorCalls, ({ caller }) => service.vendorCalls(caller)),
  ];
}
