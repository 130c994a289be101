import * as contract from '@warranty/contracts/warranty';
import { type Route, route } from '../../platform/http/route.ts';
import type { WarrantyService } from './warranty.service.ts';

export function warrantyRoutes(service: WarrantyService): Route[] {
  return [
    route(contract.lookupWarranty, ({ body, caller, request }) => service.lookup(caller, request.ip, body)),
  ];
}
