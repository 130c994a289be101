import * as contract from '@warranty/contracts/vendor-keys';
import { AppError } from '../../platform/http/app-error.ts';
import { type Caller, type Route, route } from '../../platform/http/route.ts';
import type { VendorKeysService } from './vendor-keys.service.ts';

/** Another user's id gets the same 404 as an unknown id. */
function assertOwn({ userId }: { userId: string }, caller: Caller): void {
  if (userId !== caller.username) throw new AppError('not_found');
}

export function vendorKeysRoutes(service: VendorKeysService): Route[] {
  return [
    route(contract.listVendorKeys, async ({ params, caller }) => {
      assertOwn(params, caller);
      return { configs: await service.configs(caller.userId) };
    }),
    route(contract.saveVendorKey, ({ params, caller, body }) => {
      assertOwn(params, caller);
      return service.save(caller, body);
    }),
    route(contract.testVendorKey, ({ params, caller, body }) => {
      assertOwn(params, caller);
      return service.test(caller, body);
    }),
    route(contract.deleteVendorKeys, ({ params, caller, query }) => {
      assertOwn(params, caller);
      return service.remove(caller, params.vendor, query.keyType);
    }),
  ];
}
