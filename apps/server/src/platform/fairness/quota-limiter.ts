export const windowSeconds = 60;
/** The quota is claimed in this many shares. The first share per process and window is used without a claim. */
const sharesPerWindow = 20;
const timeoutMs = 1000;
const outageBackoffMs = 5000;

/** A share of the quota that a process claims from the one shared by all processes. */
export interface QuotaClaim {
  key: string;
  /** Requests that were accepted without a claim. */
  used: number;
  wanted: number;
}

export interface ClaimedShare {
  /** How many of the wanted requests may be accepted. */
  granted: number;
  /** Quota left for all processes beyond that. */
  left: number;
  /** Whether the used and the granted requests were charged. */
  isCharged: boolean;
  /** Until there is quota again, if none is left. */
  retryAfterSeconds: number;
  /** Until the window shared by all processes ends, if there is one. */
  secondsLeft?: number;
}

interface QuotaLimiterDeps {
  /** Requests per window. */
  limit: number;
  /** Null if the key no longer exists; the next authentication will reject it. */
  claim(claim: QuotaClaim): Promise<ClaimedShare | null>;
  now?: (() => number) | undefined;
}

export interface QuotaStatus {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
}

/** A key's window as this process knows it. */
interface Window {
  endsAt: number;
  used: number;
  /** How many of `used` were already claimed. */
  claimed: number;
  /** Requests this process may accept before it claims again. */
  granted: number;
  /** Quota left for all processes beyond `granted`, as of the last claim. */
  left: number;
  /** If no quota is left, there is no point in another claim before. */
  closedUntil: number;
  claiming: Promise<void> | null;
}

export type QuotaLimiter = ReturnType<typeof createQuotaLimiter>;

/**
 * A limit per key that is shared by all processes. Each process claims 1/20 of the quota at a time and decides locally until
 * it is used up. The first share is claimed only together with the second, so keys in normal use cost no query; two
 * processes can exceed the limit by at most 10%. While the database is unavailable, each process enforces the full limit on
 * its own.
 */
export function createQuotaLimiter({ limit, claim, now = () => performance.now() }: QuotaLimiterDeps) {
  const share = Math.floor(limit / sharesPerWindow);
  const wanted = Math.max(1, share);
  const windows = new Map<string, Window>();
  let localOnlyUntil = 0;

  function openWindow(key: string, at: number): Window {
    // Insertion order: the oldest windows come first.
    for (const [id, { endsAt }] of windows) {
      if (endsAt > at) break;
      windows.delete(id);
    }
    const window = {
      endsAt: at + windowSeconds * 1000,
      ...{ used: 0, claimed: 0, granted: share, left: limit - share },
      closedUntil: 0,
      claiming: null,
    };
    windows.delete(key);
    windows.set(key, window);
    return window;
  }

  function grantLocally(window: Window): void {
    window.granted = Math.min(limit, window.used + wanted);
    window.left = limit - window.granted;
    window.closedUntil = window.endsAt;
  }

  async function claimShare(key: string, window: Window): Promise<void> {
    if (now() < localOnlyUntil) return grantLocally(window);
    const grant = await withTimeout(claim({ key, used: window.used - window.claimed, wanted }));
    if (grant === 'away') localOnlyUntil = now() + outageBackoffMs;
    if (grant === 'away' || grant === null) return grantLocally(window);
    window.granted = window.used + grant.granted;
    if (grant.isCharged) window.claimed = window.granted;
    window.left = grant.left;
    window.closedUntil = now() + grant.retryAfterSeconds * 1000;
    if (grant.secondsLeft !== undefined) window.endsAt = now() + grant.secondsLeft * 1000;
  }

  const toStatus = (allowed: boolean, { granted, used, left, endsAt, closedUntil }: Window): QuotaStatus => ({
    allowed,
    limit,
    remaining: Math.max(0, granted - used + left),
    resetSeconds: Math.max(1, Math.ceil(((allowed ? endsAt : closedUntil) - now()) / 1000)),
  });

  return async function take(key: string): Promise<QuotaStatus> {
    for (;;) {
      const at = now();
      const known = windows.get(key);
      const window = known && at < known.endsAt ? known : openWindow(key, at);
      if (window.used < window.granted) {
        window.used += 1;
        return toStatus(true, window);
      }
      if (window.left === 0 && at < window.closedUntil) return toStatus(false, window);
      window.claiming ??= claimShare(key, window).finally(() => {
        window.claiming = null;
      });
      await window.claiming;
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
