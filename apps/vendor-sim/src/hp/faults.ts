import {
  BUSY_CHECKS,
  type BusyFault,
  type Checks,
  DATA_CHECKS,
  type DataFaults,
  ROW_CHECKS,
  type RowFaults,
  TOKEN_CHECKS,
  type TokenFaults,
} from '../faults.ts';

export interface Faults extends DataFaults, BusyFault, TokenFaults, RowFaults {}

export const CHECKS: Checks<Faults> = { ...DATA_CHECKS, ...BUSY_CHECKS, ...TOKEN_CHECKS, ...ROW_CHECKS };
