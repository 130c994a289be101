import { AppError } from '../http/app-error.ts';
import type { Rate, RateLimiter } from './rate-limiter.store.ts';

/** Consumes one request from the limit, or throws with the time to retry after. */
export async function enforceRateLimit(limits: RateLimiter, key: string, rate: Rate): Promise<void> {
  const verdict = await limits.take(key, rate);
  if (verdict.allowed) return;
  const { retryAfterSeconds } = verdict;
  throw new AppError('too_many_requests', { values: { seconds: retryAfterSeconds }, retryAfterSeconds });
}
