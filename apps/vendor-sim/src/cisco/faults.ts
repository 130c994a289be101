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
  /** Too many calls: 403 and a code in the text, where others say 429. */
  overQps?: Times;
}

export const CHECKS: Checks<Faults> = { ...DATA_CHECKS, ...TOKEN_CHECKS, ...ROW_CHECKS, overQps: isTimes };
