import { createQuotaLimiter, windowSeconds } from '../../platform/fairness/quota-limiter.ts';
import type { RateLimiter } from '../../platform/fairness/rate-limiter.store.ts';

/** Charges the shared limiter for 1/20 of the scans at a time, and for single ones when the limit is near. */
export const createScanRateLimiter = (limits: RateLimiter, scansPerMinute: number) =>
  createQuotaLimiter({
    limit: scansPerMinute,
    async claim({ key, used, wanted }) {
      const rate = { count: scansPerMinute, seconds: windowSeconds };
      const charge = (scans: number) => limits.take(`agent-scans:${key}`, rate, used + scans);
      const left = scansPerMinute - wanted;
      if ((await charge(wanted)).allowed)
        return { granted: wanted, left, isCharged: true, retryAfterSeconds: 0 };
      const single = await charge(1);
      return single.allowed
        ? { granted: 1, left, isCharged: true, retryAfterSeconds: 0 }
        : { granted: 0, left: 0, isCharged: false, retryAfterSeconds: single.retryAfterSeconds };
    },
  });
