import * as contract from '@warranty/contracts/vendor-keys';
import { AppError } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { Caller } from '../../platform/ownership/caller.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { VendorKeysService } from './vendor-keys.service.ts';

export function vendorKeysRoutes(
  service: VendorKeysService,
  usernameOf: (owner: OwnerId) => Promise<string>,
): Route[] {
  /** The username of another owner gets the same 404 as an unknown one. */
  async function assertOwn({ userId: username }: { userId: string }, { owner }: Caller): Promise<void> {
    if (username !== (await usernameOf(owner))) throw new AppError('not_found');
  }

  return [
    route(contract.listVendorKeys, async ({ params, caller }) => {
      await assertOwn(params, caller);
      return { configs: await service.configs(caller) };
    }),
    route(contract.saveVendorKey, async ({ params, caller, body }) => {
      await assertOwn(params, caller);
      return service.save(caller, body);
    }),
    route(contract.testVendorKey, async ({ params, caller, body }) => {
      await assertOwn(params, caller);
      return service.test(caller, body);
    }),
    route(contract.deleteVendorKeys, async ({ params, caller, query }) => {
      await assertOwn(params, caller);
      return service.remove(caller, params.vendor, query.keyType);
    }),
  ];
}
