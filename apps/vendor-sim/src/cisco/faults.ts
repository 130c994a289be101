import {
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

export interface Faults extends DataFaults, TokenFaults, RowFaults {
  /** Too many calls: 403 with a code in the text, for which other vendors return 429. */
  overQps?: Times;
}

export const CHECKS: Checks<Faults> = { ...DATA_CHECKS, ...TOKEN_CHECKS, ...ROW_CHECKS, overQps: isTimes };
