import {
  BUSY_CHECKS,
  type BusyFault,
  type Checks,
  DATA_CHECKS,
  type DataFaults,
  isCount,
  ROW_CHECKS,
  type RowFaults,
} from '../faults.ts';

export interface Faults extends DataFaults, BusyFault, RowFaults {
  /** Calls allowed per second of real time, for each organization separately. */
  ratePerSecond?: number;
}

export const CHECKS: Checks<Faults> = {
  ...DATA_CHECKS,
  ...BUSY_CHECKS,
  ...ROW_CHECKS,
  ratePerSecond: (value) => isCount(value) && value !== 0,
};
