import { readUsage, type UsageItem } from '@warranty/contracts/usage';
import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';

export interface UsageDeps {
  /** What every feature stores for this owner. */
  collect(owner: OwnerId): Promise<UsageItem[]>;
}

/** Public API of the usage feature: what an owner has used of each limit. */
export function createUsage({ collect }: UsageDeps): Feature {
  return { routes: [route(readUsage, async ({ caller }) => ({ items: await collect(caller.owner) }))] };
}
