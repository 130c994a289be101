import { readUsage, type UsageItem } from '@warranty/contracts/usage';
import type { Feature } from '../../platform/feature.ts';
import { route } from '../../platform/http/route.ts';

export interface UsageDeps {
  /** What every feature stores for this owner. */
  collect(owner: string): Promise<UsageItem[]>;
}

/** Public API of the usage feature: what an owner has used of each limit. */
export function createUsage({ collect }: UsageDeps): Feature {
  return { routes: [route(readUsage, async ({ caller }) => ({ items: await collect(caller.userId) }))] };
}
