import { AppError } from '../../platform/http/app-error.ts';
import { createSemaphore, QueueFullError } from '../../platform/semaphore.ts';
import { TaskStopped } from '../../platform/threads/thread.ts';
import { defaultThreadCount } from '../../platform/threads/thread-count.ts';
import { createThreadPool } from '../../platform/threads/thread-pool.ts';
import type { ScanTasks } from './scan-tasks.ts';

const program = new URL('./scan-thread.ts', import.meta.url);
/** Each waits with a scan in memory. */
const maxWaiting = 16;
const limits = { maxSeconds: 10, maxMemoryMb: 384, idleSeconds: 60 };
const busySeconds = 5;

export type ScanThreads = ReturnType<typeof createScanThreads>;

const busy = (cause: unknown) =>
  new AppError('too_many_requests', {
    values: { seconds: busySeconds },
    retryAfterSeconds: busySeconds,
    cause,
  });

/** For one who has a turn. */
export interface LargeScans {
  readScan(text: string): Promise<ScanTasks['readScan']['output']>;
  writeDiscovery(parts: ScanTasks['writeDiscovery']['input']): Promise<Uint8Array>;
}

/**
 * Large scans are read, stored and written a few at a time, in threads: neither the event loop nor the database is
 * theirs alone. Whoever comes when too many wait is asked to come again.
 */
export function createScanThreads() {
  const pool = createThreadPool<ScanTasks>({ program, count: defaultThreadCount, ...limits });
  const semaphore = createSemaphore(defaultThreadCount, maxWaiting);
  const scans: LargeScans = {
    readScan: (text) => pool.run('readScan', text),
    writeDiscovery: (parts) => pool.run('writeDiscovery', parts),
  };

  return {
    async withPermit<T>(work: (scans: LargeScans) => Promise<T>): Promise<T> {
      let release = () => {};
      try {
        release = await semaphore.take();
        return await work(scans);
      } catch (error) {
        // Whatever was stopped is within the limits of the contract, so a less busy machine can do it.
        if (error instanceof QueueFullError || (error instanceof TaskStopped && error.reason !== 'crash'))
          throw busy(error);
        throw error;
      } finally {
        release();
      }
    },
    stop: pool.stop,
  };
}
