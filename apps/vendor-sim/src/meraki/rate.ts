// The rate limit of an organization, for the fault ratePerSecond.
import type { VendorCounts } from '../counts.ts';

/** Real times of the accepted calls, by organization. Keyed by the counts object, which is replaced by each reset. */
const recent = new WeakMap<VendorCounts, Map<string, number[]>>();

/** Whether the call exceeds the limit. If not, it is recorded. */
export function exceedsRate(counts: VendorCounts, organizationId: string, perSecond: number): boolean {
  const byOrganization = recent.get(counts) ?? new Map<string, number[]>();
  recent.set(counts, byOrganization);
  const now = Date.now();
  const stamps = (byOrganization.get(organizationId) ?? []).filter((stamp) => stamp > now - 1000);
  const exceeds = stamps.length >= perSecond;
  byOrganization.set(organizationId, exceeds ? stamps : [...stamps, now]);
  return exceeds;
}
