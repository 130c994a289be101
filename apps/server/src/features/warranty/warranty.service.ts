import { VendorFailure } from '@warranty/connectors/outcome';
import type { WarrantyResult } from '@warranty/contracts/warranty';
import { AppError } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/route.ts';
import { addressKey } from '../../platform/limits/address-key.ts';
import type { Limits } from '../../platform/limits/limits.store.ts';
import { createSingleFlight } from '../../platform/single-flight.ts';
import { toAppError } from './failure.ts';
import { identify } from './identify.ts';
import {
  type Freshness,
  isFresh,
  type KeptAnswer,
  type RecordKey,
  type RecordsStore,
  type WarrantyRecord,
} from './records.store.ts';
import { type Asked, type Demo, toResult } from './result.ts';
import type { AccessTo, VendorAccess } from './vendor-access.ts';
import type { VendorCalls } from './vendor-calls.ts';

const minute = 60;
const refreshPauseSeconds = 5 * minute;

export interface LookupLimits {
  perSessionPerMinute: number;
  perAddressPerMinute: number;
}

export interface WarrantyServiceDeps {
  records: RecordsStore;
  calls: VendorCalls;
  limits: Limits;
  lookupLimits: LookupLimits;
  freshness: Freshness;
  demo: Demo | null;
  accessTo: AccessTo;
  countLookup(vendor: string, outcome: string): void;
}

export interface LookupRequest {
  modelNumber: string;
  manufacturer?: string | undefined;
  refresh?: boolean | undefined;
}

interface Found {
  answer: KeptAnswer;
  checkedAt: Date;
}

export type WarrantyService = ReturnType<typeof createWarrantyService>;

export function createWarrantyService(deps: WarrantyServiceDeps) {
  const { records, calls, limits, lookupLimits, freshness, demo, accessTo, countLookup } = deps;
  const share = createSingleFlight<Found>();

  const isGood = (kept: WarrantyRecord, refresh: boolean) =>
    refresh ? kept.ageSeconds < refreshPauseSeconds : isFresh(kept, freshness);

  /** Only calls on the installation's own credentials count; kept answers and own keys are free. */
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

  /** Looks once more before it pays: an answer may have come between this request's first look and its turn. */
  async function askAndKeep({ key, refresh, caller, address, access }: Flight): Promise<Found> {
    const kept = await records.find(key);
    if (kept && isGood(kept, refresh)) return kept;
    await spend(access, caller, address);
    const answers = await calls.call(access, 'interactive', () => access.ask([key.serial]));
    const answer = answers.get(key.serial) ?? { kind: 'unexpected' };
    if (answer.kind === 'unexpected') throw new VendorFailure('unexpected', 'the row has another form');
    return { answer, checkedAt: await records.keep(key, answer) };
  }

  /** One call for all who ask at once; whoever joined somebody who may not ask any more asks for themselves. */
  async function shareFlight(flight: Flight): Promise<Found> {
    const { result, leads } = share(Object.values(flight.key).join('/'), () => askAndKeep(flight));
    return result.catch((error: unknown) => {
      if (leads || !(error instanceof AppError) || error.code !== 'too_many_requests') throw error;
      return shareFlight(flight);
    });
  }

  return {
    async lookup(caller: Caller, address: string, request: LookupRequest): Promise<WarrantyResult> {
      const asked: Asked = identify(request.modelNumber, request.manufacturer);
      const vendor = asked.maker;
      const access = await accessTo(caller.userId, vendor);
      if (!access) throw new AppError('vendor_keys_missing', { values: { vendor } });
      const refresh = request.refresh ?? false;
      const key = { scope: access.scope, vendor: access.vendorId, serial: asked.identifier };
      const kept = await records.find(key);
      if (kept && isGood(kept, refresh)) {
        countLookup(vendor, 'kept');
        return toResult(asked, { ...kept, stale: false }, demo, new Date());
      }
      try {
        const found = await shareFlight({ key, refresh, caller, address, access });
        countLookup(vendor, found.answer.kind);
        return toResult(asked, { ...found, stale: false }, demo, new Date());
      } catch (error) {
        if (!(error instanceof VendorFailure)) throw error;
        countLookup(vendor, error.kind);
        // Own keys that are refused need the user; an old answer would hide that.
        if (!kept || (error.kind === 'key-refused' && access.owner !== null)) throw toAppError(vendor, error);
        return toResult(asked, { ...kept, stale: true }, demo, new Date());
      }
    },
  };
}
