import { AppError } from '../http/app-error.ts';
import type { Rate, RateLimiter } from './rate-limiter.store.ts';

export interface RateLimitCharge {
  key: string;
  rate: Rate;
}

/** Consumes one request from every limit, or none and throws with the time to retry after. */
export async function enforceRateLimits(
  limits: RateLimiter,
  charges: readonly RateLimitCharge[],
): Promise<void> {
  for (const [index, { key, rate }] of charges.entries()) {
    const decision = await limits.take(key, rate);
    if (decision.allowed) continue;
    for (const charged of charges.slice(0, index)) await limits.refund(charged.key, charged.rate);
    const { retryAfterSeconds } = decision;
    throw new AppError('too_many_requests', { retryAfterSeconds });
  }
}

export const enforceRateLimit = (limits: RateLimiter, key: string, rate: Rate): Promise<void> =>
  enforceRateLimits(limits, [{ key, rate }]);
