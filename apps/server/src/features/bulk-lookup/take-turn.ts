import { AppError } from '../../platform/http/app-error.ts';
import { type createTurns, TooManyWait } from '../../platform/turns.ts';

/** A turn, or, where too many wait for one, the answer to come again. */
export async function takeTurn(
  turns: ReturnType<typeof createTurns>,
  busySeconds: number,
): Promise<() => void> {
  try {
    return await turns.take();
  } catch (cause) {
    if (!(cause instanceof TooManyWait)) throw cause;
    const values = { seconds: busySeconds };
    throw new AppError('too_many_requests', { values, retryAfterSeconds: busySeconds, cause });
  }
}
