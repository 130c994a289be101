import { AsyncLocalStorage } from 'node:async_hooks';
import type { Send } from '@warranty/connectors/send';
import type { OwnerLimits } from '../../platform/fairness/owner-limits.ts';
import type { QuotaStatus } from '../../platform/fairness/quota-limiter.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/ownership/caller.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { CallCountsStore, Charge, DailyCounts } from './call-counts.store.ts';
import type { LookupContext } from './lookup-context.ts';

const minute = 60;

/** Limits of vendor calls on the installation's credentials. */
export interface LookupLimits {
  perSessionPerMinute: number;
  perAddressPerMinute: number;
  perOwnerPerDay: number;
  perAddressPerDay: number;
}

export interface CallLimitsDeps {
  ownerLimits: OwnerLimits;
  lookupLimits: LookupLimits;
  callCounts: CallCountsStore;
  /** Called for every refusal because of the daily limits. */
  recordExhausted(owner: OwnerId): void;
}

/** The calls of one lookup, which count for its caller. */
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
 * Who may call a vendor on the installation's credentials, and how often. Calls with the user's own keys and cached answers
 * are free.
 */
export function createCallLimits({ ownerLimits, lookupLimits, callCounts, recordExhausted }: CallLimitsDeps) {
  const { perSessionPerMinute, perAddressPerMinute, perOwnerPerDay, perAddressPerDay } = lookupLimits;
  const running = new AsyncLocalStorage<{ chargeRequest(): Promise<void> }>();

  const ratesPerMinute = {
    perOwner: { count: perSessionPerMinute, seconds: minute },
    perAddress: { count: perAddressPerMinute, seconds: minute },
  };

  async function chargeOfOwner(owner: OwnerId): Promise<Charge> {
    const maxCalls = perOwnerPerDay * (await ownerLimits.factorOf(owner));
    return { owner, keys: [`owner:${owner}`], maxCalls: [maxCalls] };
  }

  async function chargeOf({ owner, client }: Caller): Promise<Charge> {
    const charge = await chargeOfOwner(owner);
    if (!(await ownerLimits.countsForAddress(owner))) return charge;
    return {
      owner,
      keys: [`client:${client.key}`, ...charge.keys],
      maxCalls: [perAddressPerDay, ...charge.maxCalls],
    };
  }

  const enforcePerMinute = ({ caller }: LookupContext): Promise<void> =>
    ownerLimits.enforceRates('lookup', caller, ratesPerMinute);

  /** The only place where a call is refused because of the daily limits. */
  async function refuse({ caller, onCharge }: LookupContext, counts: DailyCounts): Promise<never> {
    const status = statusOf(await chargeOf(caller), counts);
    onCharge?.(status);
    recordExhausted(caller.owner);
    throw new AppError('daily_limit_reached', { retryAfterSeconds: status.resetSeconds });
  }

  /** A call of the same lookup after its first one: it was not admitted by the gate, so it is charged on its own. */
  async function chargeAgain(context: LookupContext, charge: Charge): Promise<void> {
    const counts = await callCounts.take(charge);
    if (!counts) return refuse(context, await callCounts.read(charge));
    context.onCharge?.(statusOf(charge, counts));
  }

  return {
    enforcePerMinute,
    refuse,

    async meterFor(context: LookupContext): Promise<CallMeter> {
      const charge = await chargeOf(context.caller);
      let chargedDay: string | null = null;
      let requests = 0;
      return {
        due: () => (chargedDay === null ? charge : null),
        charged(counts) {
          chargedDay = counts.day;
          context.onCharge?.(statusOf(charge, counts));
        },
        async refundUnsent() {
          if (chargedDay !== null && requests === 0) await callCounts.refund(charge, chargedDay);
        },
        run: (work) =>
          running.run(
            {
              async chargeRequest() {
                requests += 1;
                if (requests > 1) await chargeAgain(context, charge);
              },
            },
            work,
          ),
      };
    },

    /**
     * One lookup may need several calls: for serials that the vendor omitted, or after a rejected token. A request for a
     * token, the only POST on the installation's credentials, does not count.
     */
    countedSend:
      (send: Send): Send =>
      async (request) => {
        if (request.method === 'GET') await running.getStore()?.chargeRequest();
        return send(request);
      },

    /** What the owner has left for today, on whatever client. */
    async ownerStatus(owner: OwnerId): Promise<QuotaStatus> {
      const charge = await chargeOfOwner(owner);
      return statusOf(charge, await callCounts.read(charge));
    },

    /** What is left for today. */
    async status(caller: Caller): Promise<QuotaStatus> {
      const charge = await chargeOf(caller);
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

/** Whether the caller has made too many calls. */
export function isCallLimitError(error: unknown): error is AppError {
  return (
    error instanceof AppError && (error.code === 'too_many_requests' || error.code === 'daily_limit_reached')
  );
}
