import { LRUCache } from 'lru-cache';
import { AppError } from '../http/app-error.ts';

const windowMs = 1000;
/** By which the sum of the steps may exceed the window. */
const roundingErrorMs = 0.001;
/** The least recently seen are forgotten, which only gives them a full second again. */
const maxTrackedKeys = 20_000;

/**
 * Limits requests per key in this process, without a write per request. Stores when the limit is fully refilled, like the
 * rate limits that all processes share; bursts of one second are allowed.
 */
export function createRequestRate(perSecond: number, now: () => number = () => performance.now()) {
  const stepMs = windowMs / perSecond;
  const keys = new LRUCache<string, { fullAt: number }>({ max: maxTrackedKeys });

  return function take(key: string): void {
    const at = now();
    const known = keys.get(key);
    if (!known) {
      keys.set(key, { fullAt: at + stepMs });
      return;
    }
    const fullAt = Math.max(known.fullAt, at) + stepMs;
    const waitMs = fullAt - at - windowMs;
    if (waitMs > roundingErrorMs)
      throw new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
    known.fullAt = fullAt;
  };
}
