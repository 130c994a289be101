import {
  BUSY_CHECKS,
  type BusyFault,
  type Checks,
  DATA_CHECKS,
  type DataFaults,
  ROW_CHECKS,
  type RowFaults,
} from '../faults.ts';

export interface Faults extends DataFaults, BusyFault, RowFaults {}

export const CHECKS: Checks<Faults> = { ...DATA_CHECKS, ...BUSY_CHECKS, ...ROW_CHECKS };
