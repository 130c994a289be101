// Faults that can be simulated for Dell.
import {
  BUSY_CHECKS,
  type BusyFault,
  type Checks,
  DATA_CHECKS,
  type DataFaults,
  isFlag,
  isOneOf,
  isSome,
  type SerialSelector,
  TOKEN_CHECKS,
  type TokenFaults,
} from '../faults.ts';

export type Drift = 'dateFormat' | 'missingField' | 'arrayBecomesObject' | 'renamedField';

export interface Faults extends DataFaults, BusyFault, TokenFaults {
  missingTags?: SerialSelector;
  malformedTags?: SerialSelector;
  duplicateRows?: boolean;
  drift?: Drift;
}

export const CHECKS: Checks<Faults> = {
  ...DATA_CHECKS,
  ...BUSY_CHECKS,
  ...TOKEN_CHECKS,
  missingTags: isSome,
  malformedTags: isSome,
  duplicateRows: isFlag,
  drift: isOneOf('dateFormat', 'missingField', 'arrayBecomesObject', 'renamedField'),
};
