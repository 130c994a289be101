import { useQuery } from '@tanstack/react-query';
import { listVendorKeys } from '@warranty/contracts/vendor-keys';
import { call } from './api.ts';
import { queryClient } from './query.ts';
import { establishSession } from './session.ts';

const queryKey = ['vendor-keys'];

async function readVendorKeys() {
  const userId = await establishSession();
  return (await call(listVendorKeys, { params: { userId } })).configs;
}

/** The one read of the user's vendor keys; Home, the lookup and the page of the keys show the same. */
export function useVendorKeys() {
  return useQuery({ queryKey, queryFn: readVendorKeys });
}

/** Vendors the user has stored every needed key for. A reply that is not OK counts as none. */
export function useUserVendors(): string[] {
  const { data = [] } = useVendorKeys();
  return data.filter(({ isConfigured }) => isConfigured).map(({ vendor }) => vendor);
}

/** After a change; done when whoever shows them has them anew. A read that fails is shown where they are shown. */
export function invalidateVendorKeys(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey });
}
