import { AsyncLocalStorage } from 'node:async_hooks';
import type { Send } from '@warranty/connectors/send';
import { AppError } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/route.ts';
import { addressKey } from '../../platform/limits/address-key.ts';
import { enforceRateLimits } from '../../platform/limits/enforce-rate-limit.ts';
import type { QuotaStatus } from '../../platform/limits/quota-limiter.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.store.ts';
import type { CallCountsStore, Charge, DailyCounts } from './call-counts.store.ts';

const minute = 60;

/** Limits of vendor calls on the server's own credentials. */
export interface LookupLimits {
  perSessionPerMinute: number;
  perAddressPerMinute: number;
  perOwnerPerDay: number;
  perAddressPerDay: number;
}

/** For whom a vendor is called. */
export interface Requester {
  caller: Pick<Caller, 'userId'>;
  /** Null for bulk runs that were created before addresses were stored. */
  address: string | null;
  /** Bulk runs are paced, so only the daily limits apply to them. */
  isRun?: boolean;
  /** Told what is left of the daily limits after every call, and when none is left. */
  onCharge?(status: QuotaStatus): void;
}

export interface CallLimitsDeps {
  limits: RateLimiter;
  lookupLimits: LookupLimits;
  callCounts: CallCountsStore;
  /** Called for every refusal because of the daily limits. */
  recordExhausted(owner: string): void;
}

/** The calls of one lookup, which count for its requester. */
export interface CallMeter {
  /** What the admission of the lookup has to charge; null once it did. */
  due(): Charge | null;
  /** The admission charged the first call. */
  charged(counts: DailyCounts): void;
  /** The lookup failed. Undoes the charge if no call was sent. */
  refundUnsent(): Promise<void>;
  /** Counts the calls that `work` makes through `countedSend`. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export type CallLimits = ReturnType<typeof createCallLimits>;

/**
 * Who may call a vendor on the server's own credentials, and how often. Calls with the user's own keys and cached answers
 * are free.
 */
export function createCallLimits({ limits, lookupLimits, callCounts, recordExhausted }: CallLimitsDeps) {
  const { perSessionPerMinute, perAddressPerMinute, perOwnerPerDay, perAddressPerDay } = lookupLimits;
  const running = new AsyncLocalStorage<{ chargeRequest(): Promise<void> }>();

  function chargeOf({ caller: { userId: owner }, address }: Requester): Charge {
    const byOwner = { owner, keys: [`owner:${owner}`], maxCalls: [perOwnerPerDay] };
    if (address === null) return byOwner;
    return {
      owner,
      keys: [`address:${addressKey(address)}`, ...byOwner.keys],
      maxCalls: [perAddressPerDay, ...byOwner.maxCalls],
    };
  }

  async function enforcePerMinute({ caller, address }: Requester): Promise<void> {
    const charges = [
      { key: `lookup:${caller.userId}`, rate: { count: perSessionPerMinute, seconds: minute } },
    ];
    if (address !== null)
      charges.push({
        key: `lookup:${addressKey(address)}`,
        rate: { count: perAddressPerMinute, seconds: minute },
      });
    await enforceRateLimits(limits, charges);
  }

  /** The only place where a call is refused because of the daily limits. */
  function refuse(requester: Requester, counts: DailyCounts): never {
    const status = statusOf(chargeOf(requester), counts);
    requester.onCharge?.(status);
    recordExhausted(requester.caller.userId);
    throw new AppError('daily_limit_reached', { retryAfterSeconds: status.resetSeconds });
  }

  /** A call of the same lookup after its first one: it was not admitted by the gate, so it is charged on its own. */
  async function chargeAgain(requester: Requester, charge: Charge): Promise<void> {
    const counts = await callCounts.take(charge);
    if (!counts) return refuse(requester, await callCounts.read(charge));
    requester.onCharge?.(statusOf(charge, counts));
  }

  return {
    enforcePerMinute,
    refuse,

    meterFor(requester: Requester): CallMeter {
      const charge = chargeOf(requester);
      let chargedDay: string | null = null;
      let requests = 0;
      return {
        due: () => (chargedDay === null ? charge : null),
        charged(counts) {
          chargedDay = counts.day;
          requester.onCharge?.(statusOf(charge, counts));
        },
        async refundUnsent() {
          if (chargedDay !== null && requests === 0) await callCounts.refund(charge, chargedDay);
        },
        run: (work) =>
          running.run(
            {
              async chargeRequest() {
                requests += 1;
                if (requests > 1) await chargeAgain(requester, charge);
              },
            },
            work,
          ),
      };
    },

    /**
     * One lookup may need several calls: for serials that the vendor omitted, or after a rejected token. A request for a
     * token, the only POST on the server's own credentials, does not count.
     */
    countedSend:
      (send: Send): Send =>
      async (request) => {
        if (request.method === 'GET') await running.getStore()?.chargeRequest();
        return send(request);
      },

    /** What is left for today. */
    async status(requester: Requester): Promise<QuotaStatus> {
      const charge = chargeOf(requester);
      return statusOf(charge, await callCounts.read(charge));
    },
  };
}

/** Of several limits, the one with the fewest calls left. */
export function statusOf(
  { keys, maxCalls }: Pick<Charge, 'keys' | 'maxCalls'>,
  { counts, secondsLeft }: Pick<DailyCounts, 'counts' | 'secondsLeft'>,
): QuotaStatus {
  const [first, ...others] = keys.map((key, index) => {
    const limit = maxCalls[index] ?? 0;
    return { limit, remaining: Math.max(0, limit - (counts[key] ?? 0)) };
  });
  const least = others.reduce(
    (a, b) => (b.remaining < a.remaining ? b : a),
    first ?? { limit: 0, remaining: 0 },
  );
  return { ...least, allowed: least.remaining > 0, resetSeconds: Math.max(1, secondsLeft) };
}

/** Whether the requester has made too many calls. */
export function isCallLimitError(error: unknown): error is AppError {
  return (
    error instanceof AppError && (error.code === 'too_many_requests' || error.code === 'daily_limit_reached')
  );
}
