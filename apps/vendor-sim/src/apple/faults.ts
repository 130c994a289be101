import {
  BUSY_CHECKS,
  type BusyFault,
  type Checks,
  DATA_CHECKS,
  type DataFaults,
  isTimes,
  ROW_CHECKS,
  type RowFaults,
  type Times,
  TOKEN_CHECKS,
  type TokenFaults,
} from '../faults.ts';

export interface Faults extends DataFaults, BusyFault, TokenFaults, RowFaults {
  /** The assertion is rejected as if it had expired. */
  expiredAssertion?: Times;
  /** This share of the data calls fails, evenly spread, so that a single retry of each succeeds up to one half. */
  transientShare?: number;
}

export const CHECKS: Checks<Faults> = {
  ...DATA_CHECKS,
  ...BUSY_CHECKS,
  ...TOKEN_CHECKS,
  ...ROW_CHECKS,
  expiredAssertion: isTimes,
  transientShare: (value) => typeof value === 'number' && value > 0 && value <= 1,
};
