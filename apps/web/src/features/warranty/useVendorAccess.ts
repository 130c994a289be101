import { useQuery } from '@tanstack/react-query';
import { listVendorKeys } from '@warranty/contracts/vendor-keys';
import { call } from '../../lib/api.ts';
import { useConfig } from '../../lib/config.ts';
import { establishSession } from '../../lib/session.ts';
import { type VendorAccess, vendorAccess } from './vendor-access.ts';

async function readVendorKeys() {
  const userId = await establishSession();
  return (await call(listVendorKeys, { params: { userId } })).configs;
}

/** Empty until it is known. Vendor keys that cannot be read count as none. */
export function useVendorAccess(): VendorAccess[] {
  const config = useConfig();
  const { data = [], isPending } = useQuery({ queryKey: ['vendor-keys'], queryFn: readVendorKeys });
  if (!config || isPending) return [];
  const own = data.filter(({ isConfigured }) => isConfigured).map(({ vendor }) => vendor);
  return vendorAccess(config.dellReady, own);
}
