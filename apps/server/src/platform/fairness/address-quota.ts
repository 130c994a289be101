import { LRUCache } from 'lru-cache';
import { AppError } from '../http/app-error.ts';
import type { Caller } from '../ownership/caller.ts';
import type { OwnerLimits } from './owner-limits.ts';
import type { RateLimitDecision, RateLimiter } from './rate-limiter.store.ts';

const day = 24 * 3600;
/** This part of the limit is charged in advance, so that most requests need no query. */
const sharesPerLimit = 100;
const maxTrackedAddresses = 10_000;

export interface AddressQuotaOptions {
  limits: RateLimiter;
  ownerLimits: Pick<OwnerLimits, 'countsForAddress'>;
  /** Distinguishes the quotas of an address. */
  name: string;
  perDay: number;
  /** As shown to the user: "2,000 bulk runs". */
  allowance: string;
}

export type AddressQuota = ReturnType<typeof createAddressQuota>;

/** How much an IP address may send per day, across all processes and users. */
export function createAddressQuota({ limits, ownerLimits, name, perDay, allowance }: AddressQuotaOptions) {
  const rate = { count: perDay, seconds: day };
  const share = Math.floor(perDay / sharesPerLimit);
  /** Units that were charged in advance, by key. */
  const prepaid = new LRUCache<string, number>({ max: maxTrackedAddresses });
  const credit = (key: string, units: number) => prepaid.set(key, (prepaid.get(key) ?? 0) + units);

  async function charge(key: string, units: number): Promise<RateLimitDecision> {
    const wanted = Math.min(units + share, perDay);
    const ahead = await limits.take(key, rate, wanted);
    if (ahead.allowed) credit(key, Math.max(0, wanted - units));
    return ahead.allowed || wanted === units ? ahead : limits.take(key, rate, units);
  }

  return {
    /**
     * Throws if the client has used up its quota; nothing is charged then. What is returned undoes the charge, if that for which it
     * was made failed.
     */
    async take({ owner, client }: Pick<Caller, 'owner' | 'client'>, units: number): Promise<() => void> {
      if (!(await ownerLimits.countsForAddress(owner))) return () => undefined;
      const key = `${name}:${client.key}`;
      const refund = () => void credit(key, units);
      const available = Math.min(units, prepaid.get(key) ?? 0);
      // Before the first await, so that concurrent requests do not use the same units.
      credit(key, -available);
      if (available === units) return refund;
      const decision = await charge(key, units - available);
      if (decision.allowed) return refund;
      credit(key, available);
      const { retryAfterSeconds } = decision;
      throw new AppError('address_quota', { values: { limit: allowance }, retryAfterSeconds });
    },
  };
}
