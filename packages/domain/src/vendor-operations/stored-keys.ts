import type { OperationAuth, VendorOperationRequest } from '@warranty/contracts/api-tester';
import type { Vendor } from '@warranty/contracts/vendors';
import { problem, type Refusal, refuse } from './problems.ts';
import { findVendor, isCustom } from './resolve.ts';

const refuseStored = (message: string): Refusal =>
  refuse('parameters_refused', [problem('useStoredKeys', message)]);

/** What stands for the keys while they are not known: in the check of a request, and in commands to copy. */
export function placeholderAuth({ tester: { auth } }: Pick<Vendor, 'tester'>): OperationAuth {
  if (auth.type === 'oauth2')
    return { type: 'oauth2', clientId: 'YOUR_CLIENT_ID', clientSecret: 'YOUR_CLIENT_SECRET' };
  return { type: auth.type, key: auth.type === 'bearer' ? 'YOUR_ACCESS_TOKEN' : 'YOUR_API_KEY' };
}

/** Whether the vendor's operations can be called with stored keys; some take no key at all. */
export const takesStoredKeys = ({ tester }: Pick<Vendor, 'tester'>): boolean => tester.auth.type !== 'none';

/**
 * A request that asks for stored keys, with placeholders in their place. Stored keys are sent only to the operations of
 * their vendor, and only in the way the vendor requires, so that no request can direct them to another place.
 */
export function withPlaceholders(request: VendorOperationRequest): VendorOperationRequest | Refusal {
  const { useStoredKeys, auth, ...rest } = request;
  if (!useStoredKeys) return request;
  if (isCustom(request)) return refuseStored('Stored keys are never sent to a custom URL.');
  const vendor = findVendor(request.vendor);
  if (!vendor) return refuse('unsupported_vendor');
  if (!takesStoredKeys(vendor)) return refuseStored(`${vendor.name} operations take no key.`);
  if (auth && auth.type !== 'none') return refuseStored('Enter a key or use the stored ones, not both.');
  return { ...rest, auth: placeholderAuth(vendor) };
}
