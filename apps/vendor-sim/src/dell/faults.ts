// What can be made to go wrong. `times` counts down with each use; -1 is for ever.

export interface Times {
  times: number;
}

/** Tags by name, or every n-th of a call's list. */
export type SomeTags = string[] | { every: number };

export type Drift = 'dateFormat' | 'missingField' | 'arrayBecomesObject' | 'renamedField';

export interface Faults {
  latencyMs?: number;
  /** After that many more data calls every token given out so far ends; new ones work. */
  unauthorizedAfter?: number;
  /** 401 on every data call, whatever the token. */
  unauthorizedAlways?: boolean;
  refuseKeys?: boolean;
  busy?: Times & { retryAfter?: number | { inSecondsAsDate: number } };
  forbidden?: Times;
  serverErrors?: Times;
  hang?: Times;
  halfAnswer?: Times;
  htmlInsteadOfJson?: Times;
  missingTags?: SomeTags;
  malformedTags?: SomeTags;
  duplicateRows?: boolean;
  drift?: Drift;
  tokenHang?: Times;
  tokenErrors?: Times;
}

type Counted = {
  [Name in keyof Faults]-?: NonNullable<Faults[Name]> extends Times ? Name : never;
}[keyof Faults];

const DRIFTS: Drift[] = ['dateFormat', 'missingField', 'arrayBecomesObject', 'renamedField'];

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
const isFlag = (value: unknown) => typeof value === 'boolean';

function hasOnly(value: Record<string, unknown>, ...names: string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}

function isTimes(value: unknown): boolean {
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

function isSomeTags(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((each) => typeof each === 'string');
  return isObject(value) && hasOnly(value, 'every') && isCount(value.every) && value.every !== 0;
}

const CHECKS: Record<keyof Faults, (value: unknown) => boolean> = {
  latencyMs: isCount,
  unauthorizedAfter: isCount,
  unauthorizedAlways: isFlag,
  refuseKeys: isFlag,
  busy: isBusy,
  forbidden: isTimes,
  serverErrors: isTimes,
  hang: isTimes,
  halfAnswer: isTimes,
  htmlInsteadOfJson: isTimes,
  missingTags: isSomeTags,
  malformedTags: isSomeTags,
  duplicateRows: isFlag,
  drift: (value) => DRIFTS.includes(value as Drift),
  tokenHang: isTimes,
  tokenErrors: isTimes,
};

/** The names that are not faults or have a value of the wrong form: a mistyped fault must not pass for a good day. */
export function wrongFaults(value: unknown): string[] {
  if (!isObject(value)) return ['(the body must be an object)'];
  return Object.entries(value)
    .filter(([name, each]) => !Object.hasOwn(CHECKS, name) || !CHECKS[name as keyof Faults](each))
    .map(([name]) => name);
}

/** Whether the fault strikes now; it is used up by asking. */
export function strikes(faults: Faults, name: Counted): boolean {
  const fault = faults[name];
  if (!fault || fault.times === 0) return false;
  if (fault.times > 0) fault.times -= 1;
  return true;
}

export function picksTag(some: SomeTags | undefined, tag: string, index: number): boolean {
  if (!some) return false;
  return Array.isArray(some)
    ? some.some((each) => each.toUpperCase() === tag)
    : (index + 1) % some.every === 0;
}
