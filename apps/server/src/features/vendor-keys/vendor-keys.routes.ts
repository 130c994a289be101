import * as contract from '@warranty/contracts/vendor-keys';
import { AppError } from '../../platform/http/app-error.ts';
import { type Caller, type Route, route } from '../../platform/http/route.ts';
import type { VendorKeysService } from './vendor-keys.service.ts';

/** Somebody else's id answers as an unknown one does. */
function assertOwn(userId: string, caller: Caller): void {
  if (userId !== caller.username) throw new AppError('not_found');
}

export function vendorKeysRoutes(service: VendorKeysService): Route[] {
  return [
    route(contract.listVendorKeys, async ({ params, caller }) => {
      assertOwn(params.userId, caller);
      return { configs: await service.configs(caller.userId) };
    }),
  ];
}
