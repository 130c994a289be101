import { VendorError } from '@warranty/connectors/outcome';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { isCallLimitError } from '../vendors/call-limits.ts';
import type { ResolveVendorAccess, VendorAccess } from '../vendors/vendor-access.ts';
import { toVendorAppError } from '../vendors/vendor-app-error.ts';
import type { CallOptions, VendorCalls } from '../vendors/vendor-calls.ts';
import type { OwnLookups } from './own-lookups.ts';
import {
  type CacheableAnswer,
  type CachedAnswer,
  type Freshness,
  hasFreshRecord,
  isFresh,
  type RecordsStore,
} from './records.store.ts';
import { type Demo, type LookupTarget, toResult } from './result.ts';
import { toSerialResult } from './serial-result.ts';

export interface BatchDeps {
  records: RecordsStore;
  calls: VendorCalls;
  freshness: Freshness;
  demo: Demo | null;
  resolveAccess: ResolveVendorAccess;
  ownLookups: OwnLookups;
}

/**
 * Why a batch could not be looked up. `wait` resolves on its own, `limit` (of the requester's calls) as well, but later;
 * `keys` needs the user.
 */
export interface BatchFailure {
  kind: 'wait' | 'limit' | 'keys' | 'vendor';
  sentence: string;
  retryAfterSeconds: number;
}

export type BatchLookup = ReturnType<typeof createBatchLookup>;

/** Batch lookups for bulk runs. They yield to interactive lookups. */
export function createBatchLookup({ records, calls, freshness, demo, resolveAccess, ownLookups }: BatchDeps) {
  return {
    resolveAccess,
    notKnownSeconds: freshness.notKnownSeconds,
    recordLookups: ownLookups.record,
    findLookedUp: ownLookups.find,

    async findFresh(access: VendorAccess, serials: readonly string[]) {
      const kept = await records.findMany(access.owner, access.vendorId, serials);
      return new Map([...kept].filter(([, record]) => isFresh(record, freshness)));
    },

    /** Includes stale records. */
    findCached: (access: VendorAccess, serials: readonly string[]) =>
      records.findMany(access.owner, access.vendorId, serials),

    /** Takes at most `batchSize` serials. Rejects with errors that `toBatchFailure` understands. */
    fetch: (access: VendorAccess, serials: readonly string[], options: CallOptions) =>
      calls.call(access, options, () => access.ask(serials)),

    save: (tx: Tx, access: VendorAccess, answers: ReadonlyMap<string, CacheableAnswer>): Promise<void> =>
      records.keepMany(tx, access.owner, access.vendorId, answers),

    /** Throws an error from the catalog if the answer has no result. */
    present: ({ vendor }: VendorAccess, serial: string, answered: CachedAnswer) =>
      toResult(targetOf(vendor, serial), { ...answered, stale: false }, demo, new Date()),

    toSerialResult: ({ vendor }: VendorAccess, serial: string, answered: CachedAnswer) =>
      toSerialResult(targetOf(vendor, serial), answered, demo),

    hasFreshRecord: (place: Record<'owner' | 'vendor' | 'serial', RawBuilder<unknown>>) =>
      hasFreshRecord(place, freshness, demo !== null),
  };
}

const targetOf = (vendor: string, serial: string): LookupTarget => ({
  ...{ identifier: serial, manufacturer: vendor, manufacturerEvidence: '' },
});

/** Null if the error is unrelated to the vendor. */
export function toBatchFailure(vendor: string, error: unknown): BatchFailure | null {
  if (isCallLimitError(error))
    return { kind: 'limit', sentence: error.message, retryAfterSeconds: error.retryAfterSeconds ?? 1 };
  if (!(error instanceof VendorError)) return null;
  const { message: sentence, retryAfterSeconds = 30 } = toVendorAppError(vendor, error);
  if (error.kind === 'key-refused') return { kind: 'keys', sentence, retryAfterSeconds };
  const passes = error.kind === 'busy' || error.isLocalLimit;
  return { kind: passes ? 'wait' : 'vendor', sentence, retryAfterSeconds };
}
