import type { Parsed } from '@warranty/contracts/core/endpoint';
import type { lookupWarranty, VendorCalls } from '@warranty/contracts/warranty';
import { identify } from '../../lookups/answers/identify.ts';
import type { Lookups } from '../../lookups/lookups.ts';
import type { LookupContext } from '../../lookups/vendors/lookup-context.ts';
import type { Caller } from '../../platform/ownership/caller.ts';

const day = 24 * 3600 * 1000;

export type WarrantyServiceDeps = Pick<Lookups, 'lookUpDevice' | 'usesInstallationKeys' | 'callStatus'>;

type LookupRequest = Parsed<typeof lookupWarranty>['body'];

export type WarrantyService = ReturnType<typeof createWarrantyService>;

export function createWarrantyService({
  lookUpDevice,
  usesInstallationKeys,
  callStatus,
}: WarrantyServiceDeps) {
  return {
    lookup: async (context: LookupContext, request: LookupRequest) =>
      lookUpDevice(context, identify(request.modelNumber, request.manufacturer), request),

    /** Null if the caller has stored keys for every vendor that the installation has keys for. */
    async vendorCalls(caller: Caller): Promise<VendorCalls> {
      if (!(await usesInstallationKeys(caller.owner))) return { daily: null };
      const { limit, remaining, resetSeconds } = await callStatus(caller);
      const resetsAt = new Date(Math.round((Date.now() + resetSeconds * 1000) / day) * day).toISOString();
      return { daily: { limit, remaining, resetsAt } };
    },
  };
}
