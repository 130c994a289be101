import type { VendorRate } from '@warranty/contracts/vendors/vendor';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';

/** Rate limit state of one credential, shared by all processes. */
export interface Gate {
  credential: string;
  /** Whose credential it is. */
  owner: OwnerId;
  pace: VendorRate;
}

/** Each class has its own maximum wait and share of the rate, so that bulk calls leave room for interactive ones. */
export type CallClass = 'interactive' | 'bulk';
const classes: Record<CallClass, { maxWaitSeconds: number; rateShare: number }> = {
  interactive: { maxWaitSeconds: 5, rateShare: 1 },
  bulk: { maxWaitSeconds: 0.2, rateShare: 0.8 },
};

/**
 * Lookups per second available to bulk runs. An upper bound if the vendor limits requests, because one lookup may need
 * several.
 */
export const bulkCallsPerSecond = ({ pace: { callsPerSecond, per } }: Pick<Gate, 'pace'>): number =>
  per === 'lookup' ? callsPerSecond * classes.bulk.rateShare : callsPerSecond;

export interface SlotRequest {
  credential: string;
  /** Seconds between two slots. */
  step: number;
  maxWaitSeconds: number;
}

export function slotRequest({ credential, pace }: Gate, callClass: CallClass): SlotRequest {
  const { maxWaitSeconds, rateShare } = classes[callClass];
  return { credential, step: 1 / (pace.callsPerSecond * rateShare), maxWaitSeconds };
}
