import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { BatchLookup as Batches } from '../answers/batch-lookup.ts';
import type { CachedAnswer } from '../answers/records.store.ts';
import type { SerialResult } from '../answers/serial-result.ts';
import type { VendorAccess } from '../vendors/vendor-access.ts';
import type { SerialResultsStore } from './serial-results.store.ts';

/** The last known answer of a vendor about one device. */
export interface KnownAnswer {
  result: SerialResult;
  answer: CachedAnswer['answer'];
}

export interface KnownAnswersDeps {
  batches: Pick<Batches, 'resolveAccess' | 'findLookedUp' | 'findCached' | 'toSerialResult'>;
  answers: Pick<SerialResultsStore, 'findLookedUp'>;
}

export type FindKnownAnswers = ReturnType<typeof createKnownAnswers>;

/** Finds the answers about devices that an owner has looked up before, without a call to a vendor. */
export function createKnownAnswers({ batches, answers }: KnownAnswersDeps) {
  /** Those that the owner has looked up, also in a bulk run that is still stored. */
  async function ownSerials(owner: OwnerId, access: VendorAccess, serials: readonly string[]) {
    const own = await batches.findLookedUp(owner, access, serials);
    const others = serials.filter((serial) => !own.has(serial));
    return [...own, ...(await answers.findLookedUp(owner, access.vendor, others))];
  }

  return async function findKnownAnswers(
    owner: OwnerId,
    vendor: string,
    serials: readonly string[],
  ): Promise<Map<string, KnownAnswer>> {
    const access = await batches.resolveAccess(owner, vendor);
    if (!access) return new Map();
    const cached = await batches.findCached(access, await ownSerials(owner, access, serials));
    return new Map(
      [...cached].map(([serial, found]) => [
        serial,
        { result: batches.toSerialResult(access, serial, found), answer: found.answer },
      ]),
    );
  };
}
