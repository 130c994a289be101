import { createBatcher } from '../../platform/batcher.ts';
import { createQuotaLimiter, windowSeconds } from '../../platform/fairness/quota-limiter.ts';
import type { QuotaGrant, QuotaRequest } from './access-tokens.store.ts';

export interface RateLimitDeps {
  requestsPerMinute: number;
  claim(claims: QuotaRequest[], windowSeconds: number): Promise<(QuotaGrant | null)[]>;
  now?: () => number;
}

/** A limit per token in windows of one minute, so that the reply can say how many requests are left until when. */
export function createTokenRateLimiter({ requestsPerMinute: limit, claim, now }: RateLimitDeps) {
  const claimOne = createBatcher((claims: QuotaRequest[]) => claim(claims, windowSeconds));
  return createQuotaLimiter({
    limit,
    now,
    async claim({ key: tokenId, used, wanted }) {
      const claimed = await claimOne({ tokenId, count: used + wanted });
      if (!claimed) return null;
      const { takenBefore, secondsLeft } = claimed;
      const free = Math.max(0, limit - takenBefore - used);
      return {
        granted: Math.min(free, wanted),
        left: Math.max(0, free - wanted),
        isCharged: true,
        retryAfterSeconds: secondsLeft,
        secondsLeft,
      };
    },
  });
}
