import { AppError } from '../../platform/http/app-error.ts';
import { type createSemaphore, QueueFullError } from '../../platform/semaphore.ts';

/** Takes a permit, or throws with a time to retry after if too many are waiting. */
export async function acquirePermit(
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
