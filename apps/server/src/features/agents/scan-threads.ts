import { AppError } from '../../platform/http/app-error.ts';
import { TaskStopped } from '../../platform/threads/thread.ts';
import { createThreadPool } from '../../platform/threads/thread-pool.ts';
import { createTurns, TooManyWait } from '../../platform/turns.ts';
import type { ScanTasks } from './scan-tasks.ts';

const program = new URL('./scan-thread.ts', import.meta.url);
const threads = 2;
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

/** Reads and writes large scans in threads; whoever comes when too many wait is asked to come again. */
export function createScanThreads() {
  const pool = createThreadPool<ScanTasks>({ program, count: threads, ...limits });
  const turns = createTurns(threads, maxWaiting);

  async function run<K extends keyof ScanTasks>(
    task: K,
    input: ScanTasks[K]['input'],
  ): Promise<ScanTasks[K]['output']> {
    let giveBack = () => {};
    try {
      giveBack = await turns.take();
      return await pool.run(task, input);
    } catch (error) {
      // Whatever was stopped is within the limits of the contract, so a less busy machine can do it.
      if (error instanceof TooManyWait || (error instanceof TaskStopped && error.reason !== 'crash'))
        throw busy(error);
      throw error;
    } finally {
      giveBack();
    }
  }

  return {
    readScan: (text: string) => run('readScan', text),
    writeDiscovery: (parts: ScanTasks['writeDiscovery']['input']) => run('writeDiscovery', parts),
    stop: pool.stop,
  };
}
