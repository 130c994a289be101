export type UnreadableReason = 'type' | 'too-large' | 'broken';

/** The file is at fault, not the label on it. */
export class UnreadableImageError extends Error {
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason, options?: ErrorOptions) {
    super(`unreadable image: ${reason}`, options);
    this.name = 'UnreadableImageError';
    this.reason = reason;
  }
}
