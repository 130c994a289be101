import { type VendorAnswer, VendorFailure } from '@warranty/connectors/outcome';
import type { WarrantyResult } from '@warranty/contracts/warranty';
import { AppError } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/route.ts';
import { addressKey } from '../../platform/limits/address-key.ts';
import type { Limits } from '../../platform/limits/limits.store.ts';
import { createSingleFlight } from '../../platform/single-flight.ts';
import { identify } from './identify.ts';
import type { KeptAnswer, RecordKey, RecordsStore, WarrantyRecord } from './records.store.ts';
import { type Asked, type Demo, toResult } from './result.ts';
import type { VendorCalls } from './vendor-calls.ts';

const minute = 60;
const refreshPauseSeconds = 5 * minute;

export interface LookupLimits {
  perSessionPerMinute: number;
  perAddressPerMinute: number;
}

export interface Freshness {
  foundSeconds: number;
  notKnownSeconds: number;
}

export interface WarrantyServiceDeps {
  records: RecordsStore;
  calls: VendorCalls;
  limits: Limits;
  lookupLimits: LookupLimits;
  freshness: Freshness;
  demo: Demo | null;
  /** Null where the installation has no credentials for Dell. */
  askDell: ((tag: string) => Promise<VendorAnswer>) | null;
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

const credential = 'system:dell';

export function createWarrantyService(deps: WarrantyServiceDeps) {
  const { records, calls, limits, lookupLimits, freshness, demo, askDell, countLookup } = deps;
  const share = createSingleFlight<Found>();

  function isFresh({ answer, ageSeconds }: WarrantyRecord, refresh: boolean): boolean {
    if (refresh) return ageSeconds < refreshPauseSeconds;
    return ageSeconds < (answer.kind === 'found' ? freshness.foundSeconds : freshness.notKnownSeconds);
  }

  /** Only calls on the installation's own credentials count; kept answers are free. */
  async function spend(caller: Caller, address: string): Promise<void> {
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
    ask: (tag: string) => Promise<VendorAnswer>;
  }

  /** Looks once more before it pays: an answer may have come between this request's first look and its turn. */
  async function askAndKeep({ key, refresh, caller, address, ask }: Flight): Promise<Found> {
    const kept = await records.find(key);
    if (kept && isFresh(kept, refresh)) return kept;
    await spend(caller, address);
    const answer = await calls.ask('Dell', credential, key.serial, 'interactive', ask);
    if (answer.kind === 'unexpected') throw new VendorFailure('unexpected', 'the row has another form');
    return { answer, checkedAt: await records.keep(key, answer) };
  }

  /** One call for all who ask at once; whoever joined somebody who may not ask any more asks for themselves. */
  async function shareFlight(flight: Flight): Promise<Found> {
    const { result, leads } = share(`${flight.key.scope}/${flight.key.serial}`, () => askAndKeep(flight));
    return result.catch((error: unknown) => {
      if (leads || !(error instanceof AppError) || error.code !== 'too_many_requests') throw error;
      return shareFlight(flight);
    });
  }

  return {
    async lookup(caller: Caller, address: string, request: LookupRequest): Promise<WarrantyResult> {
      const asked: Asked = identify(request.modelNumber, request.manufacturer);
      if (!askDell) throw new AppError('vendor_keys_missing', { values: { vendor: asked.maker } });
      const refresh = request.refresh ?? false;
      const key = { scope: 'system', vendor: 'dell', serial: asked.identifier };
      const kept = await records.find(key);
      if (kept && isFresh(kept, refresh)) {
        countLookup('Dell', 'kept');
        return toResult(asked, { ...kept, stale: false }, demo, new Date());
      }
      try {
        const found = await shareFlight({ key, refresh, caller, address, ask: askDell });
        countLookup('Dell', found.answer.kind);
        return toResult(asked, { ...found, stale: false }, demo, new Date());
      } catch (error) {
        if (!(error instanceof VendorFailure)) throw error;
        countLookup('Dell', error.kind);
        if (!kept) throw toAppError(error);
        return toResult(asked, { ...kept, stale: true }, demo, new Date());
      }
    },
  };
}

function toAppError(failure: VendorFailure): AppError {
  const vendor = 'Dell';
  const { kind, reason, retryAfterSeconds = 30 } = failure;
  const common = { cause: failure, retryAfterSeconds };
  if (kind === 'key-refused')
    return new AppError('vendor_keys_refused', { values: { vendor }, cause: failure });
  if (kind === 'busy')
    return new AppError('vendor_busy', { values: { vendor, seconds: retryAfterSeconds }, ...common });
  if (kind === 'unexpected') return new AppError('vendor_unexpected', { values: { vendor }, ...common });
  return new AppError('vendor_unreachable', { values: { vendor, reason }, ...common });
}
