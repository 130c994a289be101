import { once } from 'node:events';
import { startLowPriorityWorker } from './low-priority-worker.ts';
import type { ReplyMessage, TaskMessage } from './tasks.ts';

/**
 * Why a task has no result: it used too much time or memory, the program crashed, another task ended the thread, the client
 * disconnected, or the process is stopping.
 */
export type StopReason = 'time' | 'memory' | 'crash' | 'neighbor' | 'left' | 'stop';

export class TaskStoppedError extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason, cause?: unknown) {
    super(`the task was stopped (${reason})`, { cause });
    this.name = 'TaskStoppedError';
    this.reason = reason;
  }
}

/** To load the program, in addition to the time of the first task: on a busy machine it can take seconds. */
const maxStartSeconds = 30;

export interface ThreadOptions {
  program: URL;
  /** Per task. */
  maxSeconds: number;
  maxMemoryMb: number;
  /** A user waits for each of its tasks, and none takes longer than an ordinary request. */
  hasShortTasks?: boolean;
}

export type Thread = ReturnType<typeof startThread>;

/** A thread that processes tasks in order. If the thread has to be ended, the current task is treated as the cause. */
export function startThread({ program, maxSeconds, maxMemoryMb, hasShortTasks }: ThreadOptions) {
  const worker = startLowPriorityWorker(program, {
    hasShortTasks,
    // The thread inherits neither our environment nor our options.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 16 },
  });
  const ended = once(worker, 'exit').catch(() => undefined);
  const pending: PromiseWithResolvers<unknown>[] = [];
  let clock: NodeJS.Timeout | undefined;
  let reason: StopReason | null = null;
  let isLoaded = false;

  function over(cause?: unknown): void {
    clearTimeout(clock);
    const isMemory = (cause as { code?: string } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
    reason ??= isMemory ? 'memory' : 'crash';
    const [first, ...others] = pending.splice(0);
    first?.reject(new TaskStoppedError(reason, cause));
    for (const { reject } of others)
      reject(new TaskStoppedError(reason === 'stop' ? 'stop' : 'neighbor', cause));
  }

  function end(because: StopReason): void {
    reason ??= because;
    void worker.terminate();
  }

  /** Only the first task is running, so only its time is limited. */
  function watchFirst(): void {
    clearTimeout(clock);
    const seconds = isLoaded ? maxSeconds : maxStartSeconds + maxSeconds;
    if (pending.length > 0) clock = setTimeout(() => end('time'), seconds * 1000);
  }

  worker.on('message', (message: ReplyMessage) => {
    if ('ready' in message) {
      isLoaded = true;
      watchFirst();
      return;
    }
    const first = pending.shift();
    watchFirst();
    if ('error' in message) first?.reject(message.error);
    else first?.resolve(message.output);
  });
  worker.once('error', over);
  worker.once('exit', () => over());

  return {
    ended,
    end,
    isOver: () => reason !== null,
    load: () => pending.length,
    /** Total heap size, used or not; 0 if the thread has ended. */
    heapBytes: async () => (await worker.getHeapStatistics().catch(() => null))?.total_heap_size ?? 0,
    run(message: TaskMessage, transfer: ArrayBuffer[] = []): Promise<unknown> {
      if (reason) return Promise.reject(new TaskStoppedError(reason));
      const waiting = Promise.withResolvers<unknown>();
      pending.push(waiting);
      worker.postMessage(message, transfer);
      if (pending.length === 1) watchFirst();
      return waiting.promise;
    },
  };
}
