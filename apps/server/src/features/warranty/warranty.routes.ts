import * as contract from '@warranty/contracts/warranty';
import { type Route, route } from '../../platform/http/route.ts';
import { requesterOf } from './requester.ts';
import type { WarrantyService } from './warranty.service.ts';

export function warrantyRoutes(service: WarrantyService): Route[] {
  return [
    route(contract.lookupWarranty, ({ body, ...call }) => service.lookup(requesterOf(call), body)),
    route(contract.readVendorCalls, (call) => service.vendorCalls(requesterOf(call))),
  ];
}
