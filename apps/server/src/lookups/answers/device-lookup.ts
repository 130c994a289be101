import { VendorError } from '@warranty/connectors/outcome';
import { vendorNamed } from '@warranty/contracts/vendors';
import type { WarrantyResult } from '@warranty/contracts/warranty';
import { leaveAdmission } from '../../platform/fairness/current-request.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { installationOwner } from '../../platform/ownership/owner-id.ts';
import { createSingleFlight } from '../../platform/single-flight.ts';
import { isCallLimitError } from '../vendors/call-limits.ts';
import type { LookupContext } from '../vendors/lookup-context.ts';
import type { ResolveVendorAccess, VendorAccess } from '../vendors/vendor-access.ts';
import { toVendorAppError } from '../vendors/vendor-app-error.ts';
import type { VendorCalls as Calls } from '../vendors/vendor-calls.ts';
import type { OwnLookups } from './own-lookups.ts';
import {
  type CachedAnswer,
  type Freshness,
  isFresh,
  type RecordKey,
  type RecordsStore,
  type WarrantyRecord,
} from './records.store.ts';
import { type Demo, type LookupTarget, toResult } from './result.ts';

const minRefreshIntervalSeconds = 5 * 60;

export interface DeviceLookupDeps {
  records: RecordsStore;
  calls: Calls;
  freshness: Freshness;
  demo: Demo | null;
  countLookup(vendor: string, outcome: string): void;
  recordLookups: OwnLookups['record'];
  resolveAccess: ResolveVendorAccess;
}

/** Looks up one device while a request waits for it. */
export function createDeviceLookup(deps: DeviceLookupDeps) {
  const { records, calls, freshness, demo, countLookup, recordLookups, resolveAccess } = deps;
  const share = createSingleFlight<CachedAnswer>();

  const isUsable = (kept: WarrantyRecord, refresh: boolean) =>
    refresh ? kept.ageSeconds < minRefreshIntervalSeconds : isFresh(kept, freshness);

  interface Flight {
    key: RecordKey;
    refresh: boolean;
    context: LookupContext;
    access: VendorAccess;
  }

  /** Checks the cache again before it spends quota: another request may have stored an answer in the meantime. */
  async function fetchAndCache({ key, refresh, context, access }: Flight): Promise<CachedAnswer> {
    const kept = await records.find(key);
    if (kept && isUsable(kept, refresh)) return kept;
    const options = { callClass: 'interactive', context } as const;
    const answers = await calls.call(access, options, () => access.ask([key.serial]));
    const answer = answers.get(key.serial) ?? { kind: 'unexpected' };
    if (answer.kind === 'unexpected') throw new VendorError('unexpected', 'unexpected row format');
    return { answer, checkedAt: await records.keep(key, answer) };
  }

  /** Concurrent requests share one vendor call. If the leader has reached a limit, the followers retry on their own. */
  async function joinFlight(flight: Flight): Promise<CachedAnswer> {
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

  return async function lookUpDevice(
    context: LookupContext,
    asked: LookupTarget,
    { refresh = false }: { refresh?: boolean | undefined } = {},
  ): Promise<WarrantyResult> {
    const { owner } = context.caller;
    const access = await resolveAccess(owner, asked.manufacturer);
    if (!access) throw noAccess(asked.manufacturer);
    const key = { owner: access.owner, vendor: access.vendorId, serial: asked.identifier };
    const result = await answer(asked, { key, refresh, context, access });
    await recordLookups(owner, access, [asked.identifier]);
    return result;
  };
}

/** Why a vendor cannot be called for an owner. */
export function noAccess(vendor: string): AppError {
  const page = vendorNamed(vendor)?.selfServicePage;
  return page
    ? new AppError('vendor_without_lookup', { values: { vendor, page } })
    : new AppError('vendor_keys_missing', { values: { vendor } });
}
