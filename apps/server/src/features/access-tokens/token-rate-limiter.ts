import { createBatcher } from '../../platform/batcher.ts';
import { createQuotaLimiter, type QuotaLimiter, windowSeconds } from '../../platform/limits/quota-limiter.ts';
import type { QuotaGrant, QuotaRequest } from './access-tokens.store.ts';

export interface RateLimitDeps {
  requestsPerMinute: number;
  draw(draws: QuotaRequest[], windowSeconds: number): Promise<(QuotaGrant | null)[]>;
  now?: () => number;
}

export type TokenRateLimiter = QuotaLimiter;

/** A limit per token in windows of one minute, so that the reply can say how many requests are left until when. */
export function createTokenRateLimiter({ requestsPerMinute: limit, draw, now }: RateLimitDeps) {
  const drawOne = createBatcher((draws: QuotaRequest[]) => draw(draws, windowSeconds));
  return createQuotaLimiter({
    limit,
    now,
    async claim({ key: tokenId, used, wanted }) {
      const drawn = await drawOne({ tokenId, count: used + wanted });
      if (!drawn) return null;
      const { takenBefore, secondsLeft } = drawn;
      const free = Math.max(0, limit - takenBefore - used);
      return {
        granted: Math.min(free, wanted),
        left: Math.max(0, free - wanted),
        retryAfterSeconds: secondsLeft,
        secondsLeft,
      };
    },
  });
}
