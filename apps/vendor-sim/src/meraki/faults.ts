import { type Checks, COMMON_CHECKS, type CommonFaults, isCount } from '../faults.ts';

export interface Faults extends CommonFaults {
  /** Calls allowed per second of real time, for each organization separately. */
  ratePerSecond?: number;
}

export const CHECKS: Checks<Faults> = {
  ...COMMON_CHECKS,
  ratePerSecond: (value) => isCount(value) && value !== 0,
};
