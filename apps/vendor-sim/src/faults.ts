// Faults that can be simulated for any vendor. `times` is decremented with each use; -1 means forever.

export interface Times {
  times: number;
}

/** Serials by name, or every nth in the list of a call. */
export type SerialSelector = string[] | { every: number };

type RetryAfter = number | { inSecondsAsDate: number };

export interface DataFaults {
  latencyMs?: number;
  /** After this many more data calls all tokens issued so far are revoked, or the key if there are only keys. */
  unauthorizedAfter?: number;
  /** Every data call returns 401, whatever the token. */
  unauthorizedAlways?: boolean;
  forbidden?: Times;
  serverErrors?: Times;
  hang?: Times;
  halfAnswer?: Times;
  htmlInsteadOfJson?: Times;
}

export interface BusyFault {
  busy?: Times & { retryAfter?: RetryAfter };
}

export interface TokenFaults {
  refuseKeys?: boolean;
  tokenHang?: Times;
  tokenErrors?: Times;
}

export interface RowFaults {
  missingSerials?: SerialSelector;
  malformedSerials?: SerialSelector;
  /** The end date has another name, or is a number. */
  drift?: 'renamedField' | 'retypedField';
}

/** The faults of most vendors. */
export interface CommonFaults extends DataFaults, BusyFault, RowFaults {}

export type Checks<Faults> = { [Name in keyof Faults]-?: (value: unknown) => boolean };

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

export const DATA_CHECKS: Checks<DataFaults> = {
  latencyMs: isCount,
  unauthorizedAfter: isCount,
  unauthorizedAlways: isFlag,
  forbidden: isTimes,
  serverErrors: isTimes,
  hang: isTimes,
  halfAnswer: isTimes,
  htmlInsteadOfJson: isTimes,
};

export const BUSY_CHECKS: Checks<BusyFault> = { busy: isBusy };

export const TOKEN_CHECKS: Checks<TokenFaults> = {
  refuseKeys: isFlag,
  tokenHang: isTimes,
  tokenErrors: isTimes,
};

export const ROW_CHECKS: Checks<RowFaults> = {
  missingSerials: isSome,
  malformedSerials: isSome,
  drift: isOneOf('renamedField', 'retypedField'),
};

export const COMMON_CHECKS: Checks<CommonFaults> = { ...DATA_CHECKS, ...BUSY_CHECKS, ...ROW_CHECKS };

/** The names that are unknown or have an invalid value: a mistyped fault must not be ignored silently. */
export function wrongFaults<Faults>(value: unknown, checks: Checks<Faults>): string[] {
  if (!isObject(value)) return ['(it must be an object)'];
  return Object.entries(value)
    .filter(([name, each]) => !Object.hasOwn(checks, name) || !checks[name as keyof Faults](each))
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
export function retryHeader({ busy }: BusyFault): Record<string, string> {
  const after = busy?.retryAfter;
  if (after === undefined) return {};
  if (typeof after === 'number') return { 'retry-after': String(after) };
  const seconds = Math.ceil(Date.now() / 1000 + after.inSecondsAsDate);
  return { 'retry-after': new Date(seconds * 1000).toUTCString() };
}
