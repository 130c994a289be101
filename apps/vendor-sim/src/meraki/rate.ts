// The limit on the calls of an organization, for the fault ratePerSecond.
import type { VendorCounts } from '../counts.ts';

/** Real times of the calls let through, by organization; counts are new after each reset, and so are these. */
const recent = new WeakMap<VendorCounts, Map<string, number[]>>();

/** Whether the call is one too many; if not, it is remembered. */
export function exceedsRate(counts: VendorCounts, organizationId: string, perSecond: number): boolean {
  const byOrganization = recent.get(counts) ?? new Map<string, number[]>();
  recent.set(counts, byOrganization);
  const now = Date.now();
  const stamps = (byOrganization.get(organizationId) ?? []).filter((stamp) => stamp > now - 1000);
  const exceeds = stamps.length >= perSecond;
  byOrganization.set(organizationId, exceeds ? stamps : [...stamps, now]);
  return exceeds;
}
