// What was asked, counted when the call arrives and whatever the answer is.

export const ENDPOINTS = {
  '/assets': { name: 'assets', plural: true },
  '/asset-entitlements': { name: 'assetEntitlements', plural: true },
  '/asset-components': { name: 'assetComponents', plural: false },
  '/asset-entitlement-components': { name: 'assetEntitlementComponents', plural: false },
} as const;

export type EndpointPath = keyof typeof ENDPOINTS;
type EndpointName = (typeof ENDPOINTS)[EndpointPath]['name'];

export interface Counts {
  tokenCalls: number;
  calls: Record<EndpointName, number>;
  tagsAsked: number;
  callsByTag: Map<string, number>;
  /** Real time in ms of the start of each data call. */
  startedAt: number[];
  /** Calls whose caller went away before the answer was complete. */
  aborted: number;
}

const KEPT_STAMPS = 10_000;

export function newCounts(): Counts {
  return {
    tokenCalls: 0,
    calls: { assets: 0, assetEntitlements: 0, assetComponents: 0, assetEntitlementComponents: 0 },
    tagsAsked: 0,
    callsByTag: new Map(),
    startedAt: [],
    aborted: 0,
  };
}

export function countDataCall(counts: Counts, path: EndpointPath, tags: string[]): void {
  counts.calls[ENDPOINTS[path].name] += 1;
  counts.startedAt.push(Date.now());
  if (counts.startedAt.length > KEPT_STAMPS) counts.startedAt.shift();
  counts.tagsAsked += tags.length;
  for (const tag of tags) counts.callsByTag.set(tag, (counts.callsByTag.get(tag) ?? 0) + 1);
}

export function dataCalls({ calls }: Counts): number {
  return Object.values(calls).reduce((sum, each) => sum + each, 0);
}
