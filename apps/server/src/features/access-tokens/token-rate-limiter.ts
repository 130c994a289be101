import { createBatcher } from '../../platform/batcher.ts';
import type { QuotaGrant, QuotaRequest } from './access-tokens.store.ts';

export const windowSeconds = 60;
/** The quota is claimed in this many shares. The first share per process and window is used without asking the database. */
const sharesPerWindow = 20;
const timeoutMs = 1000;
const outageBackoffMs = 5000;

export interface RateLimitDeps {
  requestsPerMinute: number;
  draw(draws: QuotaRequest[], windowSeconds: number): Promise<(QuotaGrant | null)[]>;
  now?: () => number;
}

export interface RateLimitStatus {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
}

/** A token's window as this process knows it. */
interface Window {
  endsAt: number;
  used: number;
  /** How many of `used` were already reported to the database. */
  reported: number;
  /** Requests this process may accept before it asks again. */
  granted: number;
  /** Quota left for all processes beyond `granted`, as of the last reply. */
  left: number;
  drawing: Promise<void> | null;
}

export type TokenRateLimiter = ReturnType<typeof createTokenRateLimiter>;

/**
 * A per-token limit shared by all processes. Each process claims 1/20 of the quota at a time and decides locally until it
 * is used up. The first share is reported only together with the second, so tokens in normal use cost no query; two
 * processes can exceed the limit by at most 10%. While the database is unavailable, each process enforces the full limit on
 * its own.
 */
export function createTokenRateLimiter({
  requestsPerMinute: limit,
  draw,
  now = () => performance.now(),
}: RateLimitDeps) {
  const part = Math.floor(limit / sharesPerWindow);
  const windows = new Map<string, Window>();
  const drawOne = createBatcher((draws: QuotaRequest[]) => draw(draws, windowSeconds));
  let localOnlyUntil = 0;

  function openWindow(tokenId: string, at: number): Window {
    // Insertion order: the oldest windows come first.
    for (const [id, { endsAt }] of windows) {
      if (endsAt > at) break;
      windows.delete(id);
    }
    const window = {
      endsAt: at + windowSeconds * 1000,
      used: 0,
      reported: 0,
      granted: part,
      left: limit - part,
      drawing: null,
    };
    windows.delete(tokenId);
    windows.set(tokenId, window);
    return window;
  }

  function grantLocally(window: Window): void {
    window.granted = Math.min(limit, window.used + Math.max(1, part));
    window.left = limit - window.granted;
  }

  async function requestQuota(tokenId: string, window: Window): Promise<void> {
    if (now() < localOnlyUntil) return grantLocally(window);
    const untold = window.used - window.reported;
    const wanted = Math.max(1, part);
    const drawn = await withTimeout(drawOne({ tokenId, count: untold + wanted }));
    if (drawn === 'away') localOnlyUntil = now() + outageBackoffMs;
    // Null: the token was deleted; the next authentication will reject it.
    if (drawn === 'away' || drawn === null) return grantLocally(window);
    const free = Math.max(0, limit - drawn.takenBefore - untold);
    window.granted = window.used + Math.min(free, wanted);
    window.reported = window.granted;
    window.left = Math.max(0, free - wanted);
    window.endsAt = now() + drawn.secondsLeft * 1000;
  }

  const toStatus = (allowed: boolean, { granted, used, left, endsAt }: Window): RateLimitStatus => ({
    allowed,
    limit,
    remaining: Math.max(0, granted - used + left),
    resetSeconds: Math.max(1, Math.ceil((endsAt - now()) / 1000)),
  });

  return async function take(tokenId: string): Promise<RateLimitStatus> {
    for (;;) {
      const at = now();
      const known = windows.get(tokenId);
      const window = known && at < known.endsAt ? known : openWindow(tokenId, at);
      if (window.used < window.granted) {
        window.used += 1;
        return toStatus(true, window);
      }
      if (window.left === 0) return toStatus(false, window);
      window.drawing ??= requestQuota(tokenId, window).finally(() => {
        window.drawing = null;
      });
      await window.drawing;
    }
  };
}

async function withTimeout<T>(answer: Promise<T>): Promise<T | 'away'> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<'away'>((resolve) => {
    timer = setTimeout(() => resolve('away'), timeoutMs);
  });
  try {
    return await Promise.race([answer.catch(() => 'away' as const), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
