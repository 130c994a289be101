import { type VendorId, vendors } from '@warranty/contracts/vendors';

/** `broken`: the installation itself should be able to look it up. */
type AccessState = 'open' | 'broken' | 'closed';

export interface AccessGroup {
  state: AccessState;
  text: string;
  /** `page`: where a device can be checked without keys. */
  vendors: { name: string; page: string | null }[];
}

function accessTo(id: VendorId, dellReady: boolean, own: ReadonlySet<string>): [AccessState, string] {
  if (own.has(id)) return ['open', 'your keys'];
  if (id !== 'dell') return ['closed', 'needs your own keys'];
  return dellReady ? ['open', 'ready (system)'] : ['broken', 'needs TechDirect API credentials'];
}

/** What a lookup needs, with the vendors that need the same together. */
export function vendorAccess(dellReady: boolean, userVendors: readonly string[]): AccessGroup[] {
  const own = new Set(userVendors.map((vendor) => vendor.toLowerCase()));
  const groups = new Map<string, AccessGroup>();
  for (const { id, name, selfServicePage } of vendors) {
    const [state, text] = accessTo(id, dellReady, own);
    const group = groups.get(text) ?? { state, text, vendors: [] };
    group.vendors.push({ name, page: state === 'open' ? null : selfServicePage });
    groups.set(text, group);
  }
  return [...groups.values()];
}
