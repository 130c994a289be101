import { VendorError } from '@warranty/connectors/outcome';
import { vendorNamed } from '@warranty/contracts/vendors';
import type { WarrantyResult } from '@warranty/contracts/warranty';
import { AppError } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/route.ts';
import { addressKey } from '../../platform/limits/address-key.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.store.ts';
import { createSingleFlight } from '../../platform/single-flight.ts';
import { identify } from './identify.ts';
import {
  type CacheableAnswer,
  type Freshness,
  isFresh,
  type RecordKey,
  type RecordsStore,
  type WarrantyRecord,
} from './records.store.ts';
import { type Demo, type LookupTarget, toResult } from './result.ts';
import type { ResolveVendorAccess, VendorAccess } from './vendor-access.ts';
import { toVendorAppError } from './vendor-app-error.ts';
import type { VendorCalls } from './vendor-calls.ts';

const minute = 60;
const minRefreshIntervalSeconds = 5 * minute;

export interface LookupLimits {
  perSessionPerMinute: number;
  perAddressPerMinute: number;
}

export interface WarrantyServiceDeps {
  records: RecordsStore;
  calls: VendorCalls;
  limits: RateLimiter;
  lookupLimits: LookupLimits;
  freshness: Freshness;
  demo: Demo | null;
  resolveAccess: ResolveVendorAccess;
  countLookup(vendor: string, outcome: string): void;
}

export interface LookupRequest {
  modelNumber: string;
  manufacturer?: string | undefined;
  refresh?: boolean | undefined;
}

interface Found {
  answer: CacheableAnswer;
  checkedAt: Date;
}

export type WarrantyService = ReturnType<typeof createWarrantyService>;

export function createWarrantyService(deps: WarrantyServiceDeps) {
  const { records, calls, limits, lookupLimits, freshness, demo, resolveAccess, countLookup } = deps;
  const share = createSingleFlight<Found>();

  const isUsable = (kept: WarrantyRecord, refresh: boolean) =>
    refresh ? kept.ageSeconds < minRefreshIntervalSeconds : isFresh(kept, freshness);

  /** Only calls with the server's own credentials count. Cached answers and calls with the user's own keys are free. */
  async function spend({ owner }: VendorAccess, caller: Caller, address: string): Promise<void> {
    if (owner !== null) return;
    const verdicts = [
      await limits.take(`lookup:${caller.userId}`, {
        count: lookupLimits.perSessionPerMinute,
        seconds: minute,
      }),
      await limits.take(`lookup:${addressKey(address)}`, {
        count: lookupLimits.perAddressPerMinute,
        seconds: minute,
      }),
    ];
    for (const verdict of verdicts) {
      if (verdict.allowed) continue;
      const { retryAfterSeconds } = verdict;
      throw new AppError('too_many_requests', { values: { seconds: retryAfterSeconds }, retryAfterSeconds });
    }
  }

  interface Flight {
    key: RecordKey;
    refresh: boolean;
    caller: Caller;
    address: string;
    access: VendorAccess;
  }

  /** Checks the cache again before it spends quota: another request may have stored an answer in the meantime. */
  async function fetchAndCache({ key, refresh, caller, address, access }: Flight): Promise<Found> {
    const kept = await records.find(key);
    if (kept && isUsable(kept, refresh)) return kept;
    await spend(access, caller, address);
    const answers = await calls.call(access, 'interactive', () => access.ask([key.serial]));
    const answer = answers.get(key.serial) ?? { kind: 'unexpected' };
    if (answer.kind === 'unexpected') throw new VendorError('unexpected', 'unexpected row format');
    return { answer, checkedAt: await records.keep(key, answer) };
  }

  /** Concurrent requests share one vendor call. If the leader was rate limited, the followers retry on their own quota. */
  async function joinFlight(flight: Flight): Promise<Found> {
    const { result, leads } = share(Object.values(flight.key).join('/'), () => fetchAndCache(flight));
    return result.catch((error: unknown) => {
      if (leads || !(error instanceof AppError) || error.code !== 'too_many_requests') throw error;
      return joinFlight(flight);
    });
  }

  return {
    async lookup(caller: Caller, address: string, request: LookupRequest): Promise<WarrantyResult> {
      const asked: LookupTarget = identify(request.modelNumber, request.manufacturer);
      const vendor = asked.manufacturer;
      const access = await resolveAccess(caller.userId, vendor);
      if (!access) throw noAccess(vendor);
      const refresh = request.refresh ?? false;
      const key = { scope: access.scope, vendor: access.vendorId, serial: asked.identifier };
      const kept = await records.find(key);
      if (kept && isUsable(kept, refresh)) {
        countLookup(vendor, 'cached');
        return toResult(asked, { ...kept, stale: false }, demo, new Date());
      }
      try {
        const found = await joinFlight({ key, refresh, caller, address, access });
        countLookup(vendor, found.answer.kind);
        return toResult(asked, { ...found, stale: false }, demo, new Date());
      } catch (error) {
        if (!(error instanceof VendorError)) throw error;
        countLookup(vendor, error.kind);
        // The user must fix their own rejected keys; a stale answer would hide the problem.
        if (!kept || (error.kind === 'key-refused' && access.owner !== null))
          throw toVendorAppError(vendor, error);
        return toResult(asked, { ...kept, stale: true }, demo, new Date());
      }
    },
  };
}

function noAccess(vendor: string): AppError {
  const page = vendorNamed(vendor)?.selfServicePage;
  return page
    ? new AppError('vendor_without_lookup', { values: { vendor, page } })
    : new AppError('vendor_keys_missing', { values: { vendor } });
}
