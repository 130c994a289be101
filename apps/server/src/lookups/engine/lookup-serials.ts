import type { BatchLookup as Batches } from '../answers/batch-lookup.ts';
import type { CacheableAnswer } from '../answers/records.store.ts';
import { failedSerialResult, type SerialResult } from '../answers/serial-result.ts';
import type { VendorAccess } from '../vendors/vendor-access.ts';
import type { CallOptions } from '../vendors/vendor-calls.ts';

export interface SerialLookup {
  answers: Map<string, SerialResult>;
  /** New answers of the vendor, for the cache. */
  cacheable: Map<string, CacheableAnswer>;
}

/** Uses cached answers first and makes one call for the rest. Rejects with the vendor's error. */
export async function lookUpSerials(
  batches: Batches,
  access: VendorAccess,
  serials: readonly string[],
  options: CallOptions,
): Promise<SerialLookup> {
  const cached = await findCachedResults(batches, access, serials);
  const missing = serials.filter((serial) => !cached.has(serial));
  if (missing.length === 0) return { answers: cached, cacheable: new Map() };
  const { answers, cacheable } = await fetchSerials(batches, access, missing, options);
  return { answers: new Map([...cached, ...answers]), cacheable };
}

/** The results of serials that need no call. */
export async function findCachedResults(batches: Batches, access: VendorAccess, serials: readonly string[]) {
  const kept = await batches.findFresh(access, serials);
  return new Map([...kept].map(([serial, found]) => [serial, batches.toSerialResult(access, serial, found)]));
}

/** Looks up at most as many serials as fit in one call. */
export async function fetchSerials(
  batches: Batches,
  access: VendorAccess,
  serials: readonly string[],
  options: CallOptions,
): Promise<SerialLookup> {
  const told = await batches.fetch(access, serials, options);
  const checkedAt = new Date();
  const answers = new Map<string, SerialResult>();
  const cacheable = new Map<string, CacheableAnswer>();
  for (const serial of serials) {
    const answer = told.get(serial);
    if (!answer || answer.kind === 'unexpected') {
      answers.set(serial, failedSerialResult(`${access.vendor} returned an unexpected response.`));
      continue;
    }
    cacheable.set(serial, answer);
    answers.set(serial, batches.toSerialResult(access, serial, { answer, checkedAt }));
  }
  return { answers, cacheable };
}
