import { type VendorAnswer, VendorFailure } from '@warranty/connectors/outcome';
import type { WarrantyResult } from '@warranty/contracts/warranty';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { toAppError } from './failure.ts';
import type { CallClass } from './gates.store.ts';
import { type Freshness, isFresh, isKeptFresh, type KeptAnswer, type RecordsStore } from './records.store.ts';
import { type Answered, type Asked, type Demo, type Summary, toResult, toSummary } from './result.ts';
import type { AccessTo, VendorAccess } from './vendor-access.ts';
import type { VendorCalls } from './vendor-calls.ts';

export interface BatchDeps {
  records: RecordsStore;
  calls: VendorCalls;
  freshness: Freshness;
  demo: Demo | null;
  accessTo: AccessTo;
}

export interface KeptWithDate {
  answer: KeptAnswer;
  checkedAt: Date;
}

/** Why a vendor was not asked, or said nothing. `wait` passes by itself; `keys` needs the user. */
export interface BatchFailure {
  kind: 'wait' | 'keys' | 'vendor';
  sentence: string;
  retryAfterSeconds: number;
}

export type Batches = ReturnType<typeof createBatches>;

/** Lookups of many devices at once, for runs: behind whoever waits for a single one. */
export function createBatches({ records, calls, freshness, demo, accessTo }: BatchDeps) {
  return {
    accessTo,
    notKnownSeconds: freshness.notKnownSeconds,

    async findKept(access: VendorAccess, serials: readonly string[]): Promise<Map<string, KeptWithDate>> {
      const kept = await records.findMany(access.scope, access.vendorId, serials);
      return new Map([...kept].filter(([, record]) => isFresh(record, freshness)));
    },

    /** Of any age. */
    findAny: (access: VendorAccess, serials: readonly string[]): Promise<Map<string, KeptWithDate>> =>
      records.findMany(access.scope, access.vendorId, serials),

    /** At most `batchSize` serials. Rejects with what `toBatchFailure` understands. */
    ask: (
      access: VendorAccess,
      serials: readonly string[],
      callClass: CallClass = 'bulk',
    ): Promise<Map<string, VendorAnswer>> => calls.call(access, callClass, () => access.ask(serials)),

    keep: (tx: Tx, access: VendorAccess, answers: ReadonlyMap<string, KeptAnswer>): Promise<void> =>
      records.keepMany(tx, access.scope, access.vendorId, answers),

    /** Throws the error of the catalog where the answer is no result. */
    present: (asked: Asked, answered: Answered): WarrantyResult =>
      toResult(asked, answered, demo, new Date()),

    summarise: (asked: Asked, answer: KeptAnswer): Summary => toSummary(asked, answer, demo),

    isKeptFresh: (place: Record<'scope' | 'vendor' | 'serial', RawBuilder<unknown>>) =>
      isKeptFresh(place, freshness),
  };
}

/** Null for an error that has nothing to do with the vendor. */
export function toBatchFailure(vendor: string, error: unknown): BatchFailure | null {
  if (!(error instanceof VendorFailure)) return null;
  const { message: sentence, retryAfterSeconds = 30 } = toAppError(vendor, error);
  if (error.kind === 'key-refused') return { kind: 'keys', sentence, retryAfterSeconds };
  const passes = error.kind === 'busy' || error.isOwnLimit;
  return { kind: passes ? 'wait' : 'vendor', sentence, retryAfterSeconds };
}
