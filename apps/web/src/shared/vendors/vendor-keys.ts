import { useQuery } from '@tanstack/react-query';
import { listVendorKeys } from '@warranty/contracts/vendor-keys';
import { call } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query.ts';
import { establishSession } from '../session/session.ts';

const queryKey = ['vendor-keys'];

async function readVendorKeys() {
  const { userId } = await establishSession();
  return (await call(listVendorKeys, { params: { userId } })).configs;
}

/** One shared query for the user's vendor keys, so that all pages show the same state. */
export function useVendorKeys() {
  return useQuery({ queryKey, queryFn: readVendorKeys });
}

/** Vendors for which the user has stored every required key. A failed read counts as none. */
export function useUserVendors(): string[] {
  const { data = [] } = useVendorKeys();
  return data.filter(({ isConfigured }) => isConfigured).map(({ vendor }) => vendor);
}

/** Call after a change. Resolves when all observers have refetched; a failed read is shown by those observers. */
export function invalidateVendorKeys(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey });
}
