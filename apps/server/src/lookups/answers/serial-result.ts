import {
  type StoredCoverageField,
  type StoredField,
  storedCoverageFields,
  storedDeviceFields,
  storedFields,
} from '@warranty/contracts/result-fields';
import type { RowOutcome } from '@warranty/contracts/row-outcome';
import { type Headline, headlineOf } from '@warranty/domain/entitlements';
import { endDateOf, startDateOf } from '@warranty/domain/warranty-dates';
import { toHardware } from './hardware.ts';
import type { CachedAnswer } from './records.store.ts';
import { ambiguousError, coverKindOf, type Demo, type LookupTarget, notKnownMessage } from './result.ts';

/** The result of a serial in a bulk lookup, shared by all rows that contain it. */
export interface SerialResult extends Record<StoredField, string | null> {
  outcome: Extract<RowOutcome, 'found' | 'not-known' | 'ambiguous' | 'failed'>;
  endsAt: string | null;
  checkedAt: string | null;
  error: string | null;
  /** The vendor knows the device and lists no coverage. */
  noCoverage: boolean;
}

const readers: Record<StoredCoverageField, (coverage: Headline) => string | null> = {
  startDate: ({ startsAt }) => startDateOf(startsAt),
  endDate: ({ endsAt }) => endDateOf(endsAt),
  serviceLevel: ({ level }) => level,
};

const noValues = Object.fromEntries(storedFields.map((field) => [field, null])) as Record<StoredField, null>;
export const emptySerialResult: Omit<SerialResult, 'outcome'> = {
  ...noValues,
  ...{ endsAt: null, checkedAt: null, error: null, noCoverage: false },
};

export function failedSerialResult(error: string): SerialResult {
  return { ...emptySerialResult, outcome: 'failed', error };
}

export const failAll = (serials: readonly string[], sentence: string): Map<string, SerialResult> =>
  new Map(serials.map((serial) => [serial, failedSerialResult(sentence)]));

export function toSerialResult(
  target: LookupTarget,
  { answer, checkedAt }: CachedAnswer,
  demo: Demo | null,
): SerialResult {
  const known = { outcome: answer.kind, checkedAt: checkedAt.toISOString() };
  const result: SerialResult = { ...emptySerialResult, ...known };
  if (answer.kind === 'found') {
    const coverage = headlineOf(answer.entitlements, coverKindOf(target.manufacturer));
    const hardware = toHardware(answer.device);
    for (const field of storedCoverageFields) result[field] = readers[field](coverage);
    for (const field of storedDeviceFields) result[field] = hardware[field];
    result.endsAt = coverage.endsAt;
    result.noCoverage = answer.entitlements.length === 0;
  } else if (answer.kind === 'ambiguous') result.error = ambiguousError(target, answer.missing).message;
  else result.error = notKnownMessage(target, demo);
  return result;
}
