import type { RelayRefusal } from '@warranty/domain/vendor-operations/reach';

/**
 * The step at which a call was blocked, and the rule. Both are metric labels, so they have few values and never contain
 * user input.
 */
export type BlockedPhase = 'request' | 'resolve' | 'connect' | 'redirect' | 'reply';
export type BlockedReason =
  | RelayRefusal['rule']
  | ('downgrade' | 'hops' | 'body' | 'headers' | 'size' | 'encoding');

/** One of our rules blocked the call. The message is shown to the user who made it. */
export class BlockedCallError extends Error {
  readonly phase: BlockedPhase;
  readonly reason: BlockedReason;

  constructor(phase: BlockedPhase, reason: BlockedReason, message: string) {
    super(message);
    this.name = 'BlockedCallError';
    this.phase = phase;
    this.reason = reason;
  }
}

/** No complete reply was received. The message is shown to the user who made the call. */
export class FailedCallError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`No response: ${reason}.`, { cause });
    this.name = 'FailedCallError';
  }
}
