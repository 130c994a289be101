/** At which step a call was stopped, and by which rule. Both are labels of a metric: few, and none of them typed. */
export type BlockedPhase = 'request' | 'resolve' | 'connect' | 'redirect' | 'reply';
export type BlockedReason =
  | 'scheme'
  | 'credentials'
  | 'host'
  | 'port'
  | 'address'
  | 'downgrade'
  | 'hops'
  | 'body'
  | 'headers'
  | 'size'
  | 'encoding';

/** A rule of ours stopped the call. The message is for the user who asked for it. */
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

/** No whole answer came. The message is for the user who asked for it. */
export class FailedCallError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`No answer came: ${reason}.`, { cause });
    this.name = 'FailedCallError';
  }
}
