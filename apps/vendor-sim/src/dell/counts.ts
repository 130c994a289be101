// Counts the requests to Dell when they arrive, regardless of the reply.
import { countEach, stampNow } from '../counts.ts';

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
  /** Start of each data call, in real time (ms). */
  startedAt: number[];
}

export function newCounts(): Counts {
  return {
    tokenCalls: 0,
    calls: { assets: 0, assetEntitlements: 0, assetComponents: 0, assetEntitlementComponents: 0 },
    tagsAsked: 0,
    callsByTag: new Map(),
    startedAt: [],
  };
}

export function countDataCall(counts: Counts, path: EndpointPath, tags: string[]): void {
  counts.calls[ENDPOINTS[path].name] += 1;
  counts.tagsAsked += tags.length;
  stampNow(counts.startedAt);
  countEach(counts.callsByTag, tags);
}

export function dataCalls({ calls }: Counts): number {
  return Object.values(calls).reduce((sum, each) => sum + each, 0);
}
