// Faults that can be simulated for any vendor. `times` is decremented with each use; -1 means forever.

export interface Times {
  times: number;
}

/** Serials by name, or every nth in the list of a call. */
export type SerialSelector = string[] | { every: number };

type RetryAfter = number | { inSecondsAsDate: number };

/** What can go wrong on purpose. Each vendor accepts the ones in its list of checks. */
export interface Faults {
  latencyMs?: number;
  /** After this many more data calls all tokens issued so far are revoked, or the key if there are only keys. */
  unauthorizedAfter?: number;
  /** Every data call returns 401, whatever the token. */
  unauthorizedAlways?: boolean;
  forbidden?: Times;
  busy?: Times & { retryAfter?: RetryAfter };
  /** Too many calls for Cisco: 403 with a code in the text, for which other vendors return 429. */
  overQps?: Times;
  /** Calls allowed per second of real time, for each organization separately. */
  ratePerSecond?: number;
  serverErrors?: Times;
  /** This share of the data calls fails, evenly spread, so that a single retry of each succeeds up to one half. */
  transientShare?: number;
  hang?: Times;
  halfAnswer?: Times;
  htmlInsteadOfJson?: Times;
  refuseKeys?: boolean;
  /** The assertion is rejected as if it had expired. */
  expiredAssertion?: Times;
  tokenHang?: Times;
  tokenErrors?: Times;
  missingSerials?: SerialSelector;
  malformedSerials?: SerialSelector;
  /** Dell's names for the same two. */
  missingTags?: SerialSelector;
  malformedTags?: SerialSelector;
  duplicateRows?: boolean;
  /** The end date has another name, or is a number; the others are Dell's. */
  drift?: 'renamedField' | 'retypedField' | 'dateFormat' | 'missingField' | 'arrayBecomesObject';
}

export type Checks = { [Name in keyof Faults]?: (value: unknown) => boolean };

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
export const isFlag = (value: unknown) => typeof value === 'boolean';

export function isOneOf(...names: string[]): (value: unknown) => boolean {
  return (value) => names.includes(value as string);
}

function hasOnly(value: Record<string, unknown>, ...names: string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}

export function isTimes(value: unknown): boolean {
  return isObject(value) && hasOnly(value, 'times') && (isCount(value.times) || value.times === -1);
}

function isBusy(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { retryAfter, ...rest } = value;
  if (!isTimes(rest)) return false;
  if (retryAfter === undefined || isCount(retryAfter)) return true;
  return (
    isObject(retryAfter) && hasOnly(retryAfter, 'inSecondsAsDate') && isCount(retryAfter.inSecondsAsDate)
  );
}

export function isSome(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((each) => typeof each === 'string');
  return isObject(value) && hasOnly(value, 'every') && isCount(value.every) && value.every !== 0;
}

/** The faults that every vendor has. */
export const DATA_CHECKS: Checks = {
  latencyMs: isCount,
  unauthorizedAfter: isCount,
  unauthorizedAlways: isFlag,
  forbidden: isTimes,
  serverErrors: isTimes,
  hang: isTimes,
  halfAnswer: isTimes,
  htmlInsteadOfJson: isTimes,
};

/** The faults of every vendor with tokens. */
export const TOKEN_CHECKS: Checks = { refuseKeys: isFlag, tokenHang: isTimes, tokenErrors: isTimes };

export const BUSY_CHECKS: Checks = { busy: isBusy };

export const ROW_CHECKS: Checks = {
  missingSerials: isSome,
  malformedSerials: isSome,
  drift: isOneOf('renamedField', 'retypedField'),
};

/** The names that are unknown or have an invalid value: a mistyped fault must not be ignored silently. */
export function wrongFaults(value: unknown, checks: Checks): string[] {
  if (!isObject(value)) return ['(it must be an object)'];
  const isWrong = ([name, each]: [string, unknown]) =>
    !Object.hasOwn(checks, name) || !checks[name as keyof Faults]?.(each);
  return Object.entries(value)
    .filter(isWrong)
    .map(([name]) => name);
}

/** Whether the fault applies now. Each call uses it up. */
export function consumeFault(fault: Times | undefined): boolean {
  if (!fault || fault.times === 0) return false;
  if (fault.times > 0) fault.times -= 1;
  return true;
}

export function isSelected(batch: SerialSelector | undefined, serial: string, index: number): boolean {
  if (!batch) return false;
  return Array.isArray(batch)
    ? batch.some((each) => each.toUpperCase() === serial)
    : (index + 1) % batch.every === 0;
}

/** A date has only whole seconds; it is rounded up, so that the wait is never shorter than requested. */
export function retryHeader({ busy }: Faults): Record<string, string> {
  const after = busy?.retryAfter;
  if (after === undefined) return {};
  if (typeof after === 'number') return { 'retry-after': String(after) };
  const seconds = Math.ceil(Date.now() / 1000 + after.inSecondsAsDate);
  return { 'retry-after': new Date(seconds * 1000).toUTCString() };
}
