import { LRUCache } from 'lru-cache';
import type { Db, Tx } from '../db/database.ts';
import type { Caller } from '../ownership/caller.ts';
import type { OwnerId } from '../ownership/owner-id.ts';
import { enforceRateLimits } from './enforce-rate-limit.ts';
import type { Rate, RateLimiter } from './rate-limiter.store.ts';

/** Many people work for an organization. */
const organizationFactor = 10;
const cacheTtlMs = 60_000;
const maxCacheEntries = 10_000;

export interface CallerRates {
  perOwner: Rate;
  perAddress: Rate;
}

export type OwnerLimits = ReturnType<typeof createOwnerLimits>;

/**
 * What the limits mean for a kind of owner. Limits of a network are there because anyone can start new sessions; an organization
 * cannot be created like that, so its own limits are enough, and an office full of its people shares them.
 */
export function createOwnerLimits(db: Db, rateLimiter: RateLimiter) {
  const organizations = new LRUCache<OwnerId, boolean>({ max: maxCacheEntries, ttl: cacheTtlMs });

  /** Inside a transaction, `from` is that, so that nothing waits for a second connection. */
  async function isOrganization(owner: OwnerId, from: Db | Tx): Promise<boolean> {
    const known = organizations.get(owner);
    if (known !== undefined) return known;
    const user = await from.selectFrom('users').select('kind').where('id', '=', owner).executeTakeFirst();
    const found = user?.kind === 'organization';
    organizations.set(owner, found);
    return found;
  }

  /** What the limits of a browser are multiplied by. */
  const factorOf = async (owner: OwnerId, from: Db | Tx = db): Promise<number> =>
    (await isOrganization(owner, from)) ? organizationFactor : 1;

  /** Whether what the owner does counts for the network it comes from, too. */
  const countsForAddress = async (owner: OwnerId): Promise<boolean> => !(await isOrganization(owner, db));

  return {
    factorOf,
    countsForAddress,

    /** Consumes one request, or throws with the time to retry after. */
    async enforceRates(
      name: string,
      { owner, client }: Pick<Caller, 'owner' | 'client'>,
      { perOwner, perAddress }: CallerRates,
    ): Promise<void> {
      const count = perOwner.count * (await factorOf(owner));
      const ofOwner = { key: `${name}:${owner}`, rate: { ...perOwner, count } };
      const ofAddress = { key: `${name}:${client.key}`, rate: perAddress };
      const charges = (await countsForAddress(owner)) ? [ofOwner, ofAddress] : [ofOwner];
      await enforceRateLimits(rateLimiter, charges);
    },
  };
}
