import { LRUCache } from 'lru-cache';
import { AppError } from '../http/app-error.ts';
import type { Client } from '../ownership/caller.ts';
import type { RateLimitDecision, RateLimiter } from './rate-limiter.store.ts';

const day = 24 * 3600;
/** This part of the limit is charged in advance, so that most requests need no query. */
const sharesPerLimit = 100;
const maxTrackedAddresses = 10_000;

export interface AddressQuotaOptions {
  limits: RateLimiter;
  /** Distinguishes the quotas of an address. */
  name: string;
  perDay: number;
  /** As shown to the user: "2,000 bulk runs". */
  allowance: string;
}

export type AddressQuota = ReturnType<typeof createAddressQuota>;

/** How much an IP address may send per day, across all processes and users. */
export function createAddressQuota({ limits, name, perDay, allowance }: AddressQuotaOptions) {
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
    /** Throws if the client has used up its quota; nothing is charged then. */
    async take(client: Client, units: number): Promise<void> {
      const key = `${name}:${client.key}`;
      const available = Math.min(units, prepaid.get(key) ?? 0);
      // Before the first await, so that concurrent requests do not use the same units.
      credit(key, -available);
      if (available === units) return;
      const decision = await charge(key, units - available);
      if (decision.allowed) return;
      credit(key, available);
      const { retryAfterSeconds } = decision;
      throw new AppError('address_quota', { values: { limit: allowance }, retryAfterSeconds });
    },

    /** Undoes a `take` whose purpose failed. */
    refund(client: Client, units: number): void {
      credit(`${name}:${client.key}`, units);
    },
  };
}
