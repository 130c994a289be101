/** Which vendors a run can look up. */
export interface VendorChoice {
  /** Vendors that the user has keys for. */
  userVendors: readonly string[];
  /** Those other than Dell. */
  otherVendors: readonly string[];
  allVendors: readonly string[];
}

/** Without credentials for Dell, a run is possible if there are keys for another vendor. */
export function vendorChoice(userVendors: readonly string[], dellReady: boolean): VendorChoice {
  const otherVendors = userVendors.filter((vendor) => vendor !== 'Dell');
  const hasDell = dellReady || userVendors.includes('Dell') || otherVendors.length === 0;
  return { userVendors, otherVendors, allVendors: [...(hasDell ? ['Dell'] : []), ...otherVendors] };
}
