import { createBatcher } from '../../platform/batcher.ts';
import type { QuotaGrant, QuotaRequest } from './access-tokens.store.ts';

export const windowSeconds = 60;
/** So many parts of the allowance are drawn one by one; one part per process and window is not even drawn. */
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

/** What this process knows of a token's window. */
interface Window {
  endsAt: number;
  used: number;
  /** Of which so many the others have been told. */
  reported: number;
  /** It may use so many without asking. */
  granted: number;
  /** What is left for everybody beyond that, as last heard. */
  left: number;
  drawing: Promise<void> | null;
}

export type TokenRateLimiter = ReturnType<typeof createTokenRateLimiter>;

/**
 * An allowance per token and minute that all processes share and each decides about by itself: it draws a twentieth at
 * a time from the database and uses that up before it asks again. The first twentieth it tells only when it asks for
 * more, so that tokens in ordinary use cost nothing; two processes together accept at most a tenth too many. While the
 * database does not answer, each process holds the whole allowance by itself.
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
    // The oldest come first.
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
    // Null: the token is gone, which the next look at it will show.
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
