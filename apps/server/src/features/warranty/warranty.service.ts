import { VendorError } from '@warranty/connectors/outcome';
import { vendorNamed } from '@warranty/contracts/vendors';
import type { VendorCalls, WarrantyResult } from '@warranty/contracts/warranty';
import type { OwnLookups } from '../../lookups/answers/own-lookups.ts';
import {
  type CacheableAnswer,
  type Freshness,
  isFresh,
  type RecordKey,
  type RecordsStore,
  type WarrantyRecord,
} from '../../lookups/answers/records.store.ts';
import { type Demo, type LookupTarget, toResult } from '../../lookups/answers/result.ts';
import { type CallLimits, isCallLimitError } from '../../lookups/vendors/call-limits.ts';
import type { LookupContext } from '../../lookups/vendors/lookup-context.ts';
import type { VendorAccess, VendorAccesses } from '../../lookups/vendors/vendor-access.ts';
import { toVendorAppError } from '../../lookups/vendors/vendor-app-error.ts';
import type { VendorCalls as Calls } from '../../lookups/vendors/vendor-calls.ts';
import { leaveAdmission } from '../../platform/fairness/current-sharer.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/ownership/caller.ts';
import { installationOwner } from '../../platform/ownership/owner-id.ts';
import { createSingleFlight } from '../../platform/single-flight.ts';
import { identify } from './identify.ts';

const minRefreshIntervalSeconds = 5 * 60;
const day = 24 * 3600 * 1000;

export interface WarrantyServiceDeps {
  records: RecordsStore;
  calls: Calls;
  freshness: Freshness;
  demo: Demo | null;
  callLimits: Pick<CallLimits, 'status'>;
  countLookup(vendor: string, outcome: string): void;
  recordLookups: OwnLookups['record'];
  access: VendorAccesses;
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
  const { records, calls, callLimits, freshness, demo, countLookup, recordLookups } = deps;
  const { resolveAccess, usesInstallationKeys } = deps.access;
  const share = createSingleFlight<Found>();

  const isUsable = (kept: WarrantyRecord, refresh: boolean) =>
    refresh ? kept.ageSeconds < minRefreshIntervalSeconds : isFresh(kept, freshness);

  interface Flight {
    key: RecordKey;
    refresh: boolean;
    context: LookupContext;
    access: VendorAccess;
  }

  /** Checks the cache again before it spends quota: another request may have stored an answer in the meantime. */
  async function fetchAndCache({ key, refresh, context, access }: Flight): Promise<Found> {
    const kept = await records.find(key);
    if (kept && isUsable(kept, refresh)) return kept;
    const options = { callClass: 'interactive', context } as const;
    const answers = await calls.call(access, options, () => access.ask([key.serial]));
    const answer = answers.get(key.serial) ?? { kind: 'unexpected' };
    if (answer.kind === 'unexpected') throw new VendorError('unexpected', 'unexpected row format');
    return { answer, checkedAt: await records.keep(key, answer) };
  }

  /** Concurrent requests share one vendor call. If the leader has reached a limit, the followers retry on their own. */
  async function joinFlight(flight: Flight): Promise<Found> {
    leaveAdmission();
    const { result, leads } = share(Object.values(flight.key).join('/'), () => fetchAndCache(flight));
    return result.catch((error: unknown) => {
      if (leads || !isCallLimitError(error)) throw error;
      return joinFlight(flight);
    });
  }

  /** From the cache, else from the vendor, else the last known answer. */
  async function answer(asked: LookupTarget, { key, ...flight }: Flight): Promise<WarrantyResult> {
    const vendor = asked.manufacturer;
    const kept = await records.find(key);
    if (kept && isUsable(kept, flight.refresh)) {
      countLookup(vendor, 'cached');
      return toResult(asked, { ...kept, stale: false }, demo, new Date());
    }
    try {
      const found = await joinFlight({ key, ...flight });
      countLookup(vendor, found.answer.kind);
      return toResult(asked, { ...found, stale: false }, demo, new Date());
    } catch (error) {
      if (!(error instanceof VendorError)) throw error;
      countLookup(vendor, error.kind);
      // The user must fix their own rejected keys; a stale answer would hide the problem.
      if (!kept || (error.kind === 'key-refused' && flight.access.owner !== installationOwner))
        throw toVendorAppError(vendor, error);
      return toResult(asked, { ...kept, stale: true }, demo, new Date());
    }
  }

  return {
    async lookup(context: LookupContext, request: LookupRequest): Promise<WarrantyResult> {
      const asked: LookupTarget = identify(request.modelNumber, request.manufacturer);
      const { owner } = context.caller;
      const access = await resolveAccess(owner, asked.manufacturer);
      if (!access) throw noAccess(asked.manufacturer);
      const key = { owner: access.owner, vendor: access.vendorId, serial: asked.identifier };
      const result = await answer(asked, { key, refresh: request.refresh ?? false, context, access });
      await recordLookups(owner, access, [asked.identifier]);
      return result;
    },

    /** Null if the caller has stored keys for every vendor that the installation has keys for. */
    async vendorCalls(caller: Caller): Promise<VendorCalls> {
      if (!(await usesInstallationKeys(caller.owner))) return { daily: null };
      const { limit, remaining, resetSeconds } = await callLimits.status(caller);
      const resetsAt = new Date(Math.round((Date.now() + resetSeconds * 1000) / day) * day).toISOString();
      return { daily: { limit, remaining, resetsAt } };
    },
  };
}

function noAccess(vendor: string): AppError {
  const page = vendorNamed(vendor)?.selfServicePage;
  return page
    ? new AppError('vendor_without_lookup', { values: { vendor, page } })
    : new AppError('vendor_keys_missing', { values: { vendor } });
}
