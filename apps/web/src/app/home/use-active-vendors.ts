import { useQuery } from '@tanstack/react-query';
import { listVendorKeys } from '@warranty/contracts/vendor-keys';
import { call } from '../../lib/api.ts';
import { establishSession } from '../../lib/session.ts';

async function readVendorKeys() {
  const userId = await establishSession();
  return (await call(listVendorKeys, { params: { userId } })).configs;
}

/** Vendors the user has stored every needed key for. A reply that is not OK counts as none. */
export function useUserVendors(): string[] {
  const { data = [] } = useQuery({ queryKey: ['vendor-keys'], queryFn: readVendorKeys });
  return data.filter(({ isConfigured }) => isConfigured).map(({ vendor }) => vendor);
}
