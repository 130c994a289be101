import { AppError } from '../../platform/http/app-error.ts';
import { type createSemaphore, QueueFullError } from '../../platform/semaphore.ts';

/** A turn, or, where too many wait for one, the answer to come again. */
export async function takeTurn(
  semaphore: ReturnType<typeof createSemaphore>,
  busySeconds: number,
): Promise<() => void> {
  try {
    return await semaphore.take();
  } catch (cause) {
    if (!(cause instanceof QueueFullError)) throw cause;
    const values = { seconds: busySeconds };
    throw new AppError('too_many_requests', { values, retryAfterSeconds: busySeconds, cause });
  }
}
