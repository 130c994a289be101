import {
  type Checks,
  COMMON_CHECKS,
  type CommonFaults,
  isTimes,
  type Times,
  TOKEN_CHECKS,
  type TokenFaults,
} from '../faults.ts';

export interface Faults extends CommonFaults, TokenFaults {
  /** The assertion is rejected as if it had expired. */
  expiredAssertion?: Times;
  /** This share of the data calls fails, evenly spread, so that a single retry of each succeeds up to one half. */
  transientShare?: number;
}

export const CHECKS: Checks<Faults> = {
  ...COMMON_CHECKS,
  ...TOKEN_CHECKS,
  expiredAssertion: isTimes,
  transientShare: (value) => typeof value === 'number' && value > 0 && value <= 1,
};
