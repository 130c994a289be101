import { vendors } from '@warranty/contracts/vendors';

export interface VendorAccess {
  name: string;
  /** Whether a lookup is possible. */
  open: boolean;
  text: string;
}

/** What a lookup needs, for each vendor. */
export function vendorAccess(dellReady: boolean, userVendors: readonly string[]): VendorAccess[] {
  const own = new Set(userVendors.map((vendor) => vendor.toLowerCase()));
  return vendors.map(({ id, name, neededKeys }) => {
    if (own.has(id)) return { name, open: true, text: 'your keys' };
    if (id === 'dell') {
      const text = dellReady ? 'ready (system)' : 'needs TechDirect API credentials';
      return { name, open: dellReady, text };
    }
    return { name, open: false, text: neededKeys.length > 0 ? 'needs your own keys' : 'no public API' };
  });
}
