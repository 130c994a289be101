import { RequestError } from '@warranty/contracts/core/client';

/** An error whose message was written for the user. */
export class UserError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UserError';
  }
}

/** The message that was written for the user, by the server or by this page, otherwise `fallback`. */
export function userMessageOr(error: unknown, fallback: string): string {
  if (error instanceof UserError) return error.message;
  return (error instanceof RequestError && error.serverMessage) || fallback;
}

/** Like `userMessageOr`, but `fallback` is shown if there was no reply; a reply without a message shows its status. */
export function replyMessageOr(
  error: unknown,
  fallback: string,
  byStatus: Record<number, string> = { 400: 'Invalid request data' },
): string {
  if (!(error instanceof RequestError)) return userMessageOr(error, fallback);
  return userMessageOr(error, byStatus[error.status] ?? `Server error: ${error.status}`);
}

/** Returns the reply. If the call fails, throws an error to show to the user: the server's message, otherwise `fallback`. */
export async function withErrorMessage<T>(fallback: string, reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    throw new UserError(userMessageOr(error, fallback), error);
  }
}

/** Whether the call wrapped by `withErrorMessage` failed because its object no longer exists. */
export function isNotFound({ cause }: Error): boolean {
  return cause instanceof RequestError && cause.code === 'not_found';
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
