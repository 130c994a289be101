import { vendors } from '@warranty/contracts/vendors';

export interface VendorAccess {
  name: string;
  /** Whether a lookup is possible. */
  open: boolean;
  text: string;
  /** Where a device can be checked without keys. */
  page: string | null;
}

/** What a lookup needs, for each vendor. */
export function vendorAccess(dellReady: boolean, userVendors: readonly string[]): VendorAccess[] {
  const own = new Set(userVendors.map((vendor) => vendor.toLowerCase()));
  return vendors.map(({ id, name, selfServicePage: page }) => {
    if (own.has(id)) return { name, open: true, text: 'your keys', page: null };
    if (id === 'dell') {
      const text = dellReady ? 'ready (system)' : 'needs TechDirect API credentials';
      return { name, open: dellReady, text, page };
    }
    return { name, open: false, text: 'needs your own keys', page };
  });
}
