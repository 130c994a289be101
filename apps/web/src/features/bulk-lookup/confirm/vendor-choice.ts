export type VendorChoice = ReturnType<typeof vendorChoice>;

/**
 * Which vendors a run can look up, with the keys of the user. Without credentials for Dell, a run is possible if there are
 * keys for another vendor.
 */
export function vendorChoice(userVendors: readonly string[], dellReady: boolean) {
  const otherVendors = userVendors.filter((vendor) => vendor !== 'Dell');
  const hasDell = dellReady || userVendors.includes('Dell') || otherVendors.length === 0;
  return { userVendors, otherVendors, allVendors: [...(hasDell ? ['Dell'] : []), ...otherVendors] };
}
