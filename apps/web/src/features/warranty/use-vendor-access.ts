import { useConfig } from '../../lib/config.ts';
import { useUserVendors, useVendorKeys } from '../../lib/vendor-keys.ts';
import { type AccessGroup, vendorAccess } from './vendor-access.ts';

/** Empty until loaded. Vendor keys that cannot be read count as none. */
export function useVendorAccess(): AccessGroup[] {
  const config = useConfig();
  const { isPending } = useVendorKeys();
  const own = useUserVendors();
  return config && !isPending ? vendorAccess(config.dellReady, own) : [];
}
