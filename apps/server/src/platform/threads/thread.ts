import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ThreadStatus, WorkLimits } from './slot-works.ts';
import {
  type ReplyMessage,
  type StopMessage,
  type StopReason,
  type TaskMessage,
  TaskStoppedError,
} from './tasks.ts';

const entry = new URL('./low-priority-entry.ts', import.meta.url);
/** To load the program, in addition to the time of the first slice: on a busy machine it can take seconds. */
const maxStartSeconds = 30;

export interface ThreadOptions {
  program: URL;
  /** Of a slice. A task that is not cut into slices is one. */
  maxSeconds: number;
  maxMemoryMb: number;
  /** On Linux. Large work has the default; the priority of requests is 0. */
  niceness?: number;
}

/** What the entry gets: it loads and runs the program at a lower priority than the event loop. */
export interface ThreadProgram {
  href: string;
  /** If the process caches compiled programs. */
  compileCacheDir: string | null;
  niceness: number;
  limits: WorkLimits;
  status: ThreadStatus;
}

interface Pending extends PromiseWithResolvers<unknown> {
  /** Whether it can be the reason why the thread has to be ended. */
  isTask: boolean;
}

type Message = Omit<TaskMessage, 'id'> | Omit<StopMessage, 'id'>;

export type Thread = ReturnType<typeof startThread>;

/**
 * A thread that processes the tasks of several slots. If a slice takes too long or the thread crashes, it has to be ended:
 * the running task is treated as the cause.
 */
export function startThread(
  { program, maxSeconds, maxMemoryMb, niceness = 15 }: ThreadOptions,
  limits: WorkLimits,
) {
  const status = new Int32Array(new SharedArrayBuffer(8));
  const cacheDir = getCompileCacheDir();
  // Node adds a folder for its version.
  const compileCacheDir = cacheDir ? dirname(cacheDir) : null;
  const worker = new Worker(entry, {
    workerData: { href: program.href, compileCacheDir, niceness, limits, status } satisfies ThreadProgram,
    // The thread inherits neither our environment nor our options.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 16 },
  });
  const ended = once(worker, 'exit').catch(() => undefined);
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let reason: StopReason | null = null;
  let isLoaded = false;
  let clock: NodeJS.Timeout | undefined;
  let seen = { slices: 0, at: 0 };

  function over(cause?: unknown): void {
    clearInterval(clock);
    const isMemory = (cause as { code?: string } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
    reason ??= isMemory ? 'memory' : 'crash';
    const running = Atomics.load(status, 0);
    const [firstTask] = [...pending].find(([, { isTask }]) => isTask) ?? [];
    const culprit = pending.has(running) ? running : firstTask;
    for (const [id, { reject }] of pending)
      reject(new TaskStoppedError(id === culprit || reason === 'stop' ? reason : 'neighbor', cause));
    pending.clear();
  }

  function end(because: StopReason): void {
    reason ??= because;
    void worker.terminate();
  }

  /** While there are tasks, slices must follow each other. */
  function look(): void {
    const slices = Atomics.load(status, 1);
    if (slices !== seen.slices) seen = { slices, at: performance.now() };
    const seconds = isLoaded ? maxSeconds : maxStartSeconds + maxSeconds;
    if (performance.now() - seen.at >= seconds * 1000) end('time');
  }

  function watch(): void {
    clearInterval(clock);
    seen = { slices: Atomics.load(status, 1), at: performance.now() };
    if (pending.size > 0) clock = setInterval(look, (maxSeconds * 1000) / 8);
  }

  worker.on('message', (message: ReplyMessage) => {
    if ('ready' in message) {
      isLoaded = true;
      watch();
      return;
    }
    const task = pending.get(message.id);
    pending.delete(message.id);
    if (pending.size === 0) watch();
    if ('stopped' in message) task?.reject(new TaskStoppedError(message.stopped));
    else if ('error' in message) task?.reject(message.error);
    else task?.resolve(message.output);
  });
  worker.once('error', over);
  worker.once('exit', () => over());

  return {
    ended,
    end,
    isOver: () => reason !== null,
    load: () => pending.size,
    /** Total heap size, used or not; 0 if the thread has ended. */
    heapBytes: async () => (await worker.getHeapStatistics().catch(() => null))?.total_heap_size ?? 0,
    run(message: Message, transfer: ArrayBuffer[] = []): Promise<unknown> {
      if (reason) return Promise.reject(new TaskStoppedError(reason));
      lastId = (lastId + 1) % 2 ** 31 || 1;
      const waiting = { ...Promise.withResolvers<unknown>(), isTask: 'task' in message };
      pending.set(lastId, waiting);
      worker.postMessage({ id: lastId, ...message }, transfer);
      if (pending.size === 1) watch();
      return waiting.promise;
    },
  };
}
