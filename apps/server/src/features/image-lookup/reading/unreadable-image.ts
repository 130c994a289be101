export const unreadableReasons = ['not-base64', 'too-many-bytes', 'type', 'too-large', 'broken'] as const;
export type UnreadableReason = (typeof unreadableReasons)[number];

/** The file itself is invalid, not the label in it. */
export class UnreadableImageError extends Error {
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason, options?: ErrorOptions) {
    super(`unreadable image: ${reason}`, options);
    this.name = 'UnreadableImageError';
    this.reason = reason;
  }
}
