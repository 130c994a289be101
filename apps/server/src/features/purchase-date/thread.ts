import { once } from 'node:events';
import { startLowPriorityWorker } from '../../platform/threads/low-priority-worker.ts';
import type {
  KnownSerial,
  MessageFromThread,
  MessageToThread,
  PredictionOutcome,
  PredictionTask,
  VendorDatesResult,
} from './thread-messages.ts';

const program = new URL('./prediction-thread.ts', import.meta.url);

/** Why a thread exited. */
export type ThreadExitReason = 'time' | 'memory' | 'crash' | 'left' | 'idle' | 'large' | 'stop';

export class ThreadExitError extends Error {
  readonly reason: ThreadExitReason;

  constructor(reason: ThreadExitReason, cause: unknown) {
    super(`the prediction ended (${reason})`, { cause });
    this.name = 'ThreadExitError';
    this.reason = reason;
  }
}

export interface ThreadLimits {
  /** Per task, and again after the vendor lookups. */
  seconds: number;
  maxMemoryMb: number;
}

export type FetchVendorDates = (serials: KnownSerial[]) => Promise<VendorDatesResult>;

export type PredictionThread = ReturnType<typeof startThread>;

/** A prediction thread: runs one task at a time. */
export function startThread({ seconds, maxMemoryMb }: ThreadLimits) {
  const worker = startLowPriorityWorker(program, {
    // Passes none of our own environment and options.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 32 },
  });
  const ended = once(worker, 'exit').catch(() => undefined);
  let waiting: PromiseWithResolvers<MessageFromThread> | null = null;
  let reason: ThreadExitReason | null = null;

  function over(cause?: unknown): void {
    const isMemory = (cause as { code?: string } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
    reason ??= isMemory ? 'memory' : 'crash';
    waiting?.reject(new ThreadExitError(reason, cause));
    waiting = null;
  }

  function end(because: ThreadExitReason): void {
    reason ??= because;
    void worker.terminate();
  }

  worker.on('message', (message: MessageFromThread) => waiting?.resolve(message));
  worker.once('error', over);
  worker.once('exit', () => over());

  /** The next message, unless the time limit is exceeded first. */
  async function next(message: MessageToThread, transfer: ArrayBuffer[] = []): Promise<MessageFromThread> {
    if (reason) throw new ThreadExitError(reason, undefined);
    waiting = Promise.withResolvers();
    const { promise } = waiting;
    worker.postMessage(message, transfer);
    const clock = setTimeout(() => end('time'), seconds * 1000);
    try {
      return await promise;
    } finally {
      clearTimeout(clock);
    }
  }

  return {
    ended,
    end,
    isOver: () => reason !== null,
    /** Transfers the segments: the caller cannot use them afterwards. */
    async run(work: PredictionTask, requestVendorDates: FetchVendorDates): Promise<PredictionOutcome> {
      const transfer = work.kind === 'single' ? [] : work.segments.map(({ buffer }) => buffer as ArrayBuffer);
      let said = await next({ kind: 'work', work, now: new Date() }, transfer);
      while (said.kind === 'serials')
        said = await next({ kind: 'vendors', vendors: await requestVendorDates(said.serials) });
      return said;
    },
  };
}
