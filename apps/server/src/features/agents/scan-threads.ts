import { createSemaphore } from '../../platform/fairness/semaphore.ts';
import type { Sharer } from '../../platform/fairness/shares.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { TaskStoppedError } from '../../platform/threads/tasks.ts';
import { defaultThreadCount } from '../../platform/threads/thread-count.ts';
import { createThreadPool } from '../../platform/threads/thread-pool.ts';
import type { DiscoveryParts } from './discovery-reply.ts';
import type { ScanTasks } from './scan-tasks.ts';

const program = new URL('./scan-thread.ts', import.meta.url);
/** Each waiting request holds a scan in memory. */
const maxWaiting = 16;
const limits = { maxSeconds: 10, maxMemoryMb: 384, idleSeconds: 60 };
const busySeconds = 5;

export type ScanThreads = ReturnType<typeof createScanThreads>;

const busy = (cause?: unknown) =>
  new AppError('too_many_requests', { retryAfterSeconds: busySeconds, cause });

/**
 * Reads, stores and writes large scans a few at a time, in threads, so that they monopolize neither the event loop nor the
 * database. If too many are waiting, the client is asked to retry.
 */
export function createScanThreads() {
  const pool = createThreadPool<ScanTasks>({ program, count: defaultThreadCount, ...limits });
  const semaphore = createSemaphore(defaultThreadCount, {
    maxLength: maxWaiting,
    fullError: () => busy(),
  });
  /** Available to the holder of a permit. */
  const scans = {
    readScan: (text: string) => pool.run('readScan', text),
    writeDiscovery: (parts: DiscoveryParts) => pool.run('writeDiscovery', parts),
  };

  return {
    withPermit: <T>(sharer: Sharer, work: (large: typeof scans) => Promise<T>): Promise<T> =>
      semaphore
        .run(sharer, () => work(scans))
        .catch((error: unknown) => {
          // The stopped task was within the limits of the contract, so it can succeed when the machine is less busy.
          throw error instanceof TaskStoppedError && error.reason !== 'crash' ? busy(error) : error;
        }),
    stop: pool.stop,
  };
}
