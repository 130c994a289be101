import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ReplyMessage, TaskMessage } from './tasks.ts';

/**
 * Why a task has no answer: it took too much time or memory, the program failed, another task of its thread was the
 * reason, or the process stops.
 */
export type StopReason = 'time' | 'memory' | 'crash' | 'neighbor' | 'stop';

export class TaskStopped extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason, cause?: unknown) {
    super(`the task was stopped (${reason})`, { cause });
    this.name = 'TaskStopped';
    this.reason = reason;
  }
}

export interface ThreadOptions {
  program: URL;
  /** For one task. */
  maxSeconds: number;
  maxMemoryMb: number;
}

export type Thread = ReturnType<typeof startThread>;

/** A thread that works off tasks in order. The one that it works on is the one that pays for a thread that must end. */
export function startThread({ program, maxSeconds, maxMemoryMb }: ThreadOptions) {
  const worker = new Worker(program, {
    // Nothing of our own environment and options.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 16 },
  });
  const ended = once(worker, 'exit').catch(() => undefined);
  const pending: PromiseWithResolvers<unknown>[] = [];
  let clock: NodeJS.Timeout | undefined;
  let reason: StopReason | null = null;

  function over(cause?: unknown): void {
    clearTimeout(clock);
    const isMemory = (cause as { code?: string } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
    reason ??= isMemory ? 'memory' : 'crash';
    const [first, ...others] = pending.splice(0);
    first?.reject(new TaskStopped(reason, cause));
    for (const { reject } of others) reject(new TaskStopped(reason === 'stop' ? 'stop' : 'neighbor', cause));
  }

  function end(because: StopReason): void {
    reason ??= because;
    void worker.terminate();
  }

  /** Only the first one is under way, so only its time runs. */
  function watchFirst(): void {
    clearTimeout(clock);
    if (pending.length > 0) clock = setTimeout(() => end('time'), maxSeconds * 1000);
  }

  worker.on('message', (message: ReplyMessage) => {
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
    /** What it holds for itself, used or not; 0 where it is over. */
    heapBytes: async () => (await worker.getHeapStatistics().catch(() => null))?.total_heap_size ?? 0,
    run(message: TaskMessage, transfer: ArrayBuffer[] = []): Promise<unknown> {
      if (reason) return Promise.reject(new TaskStopped(reason));
      const waiting = Promise.withResolvers<unknown>();
      pending.push(waiting);
      worker.postMessage(message, transfer);
      if (pending.length === 1) watchFirst();
      return waiting.promise;
    },
  };
}
