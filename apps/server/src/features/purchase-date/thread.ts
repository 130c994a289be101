import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Answer, AskedVendors, FromThread, KnownSerial, ToThread, Work } from './thread-messages.ts';

const program = new URL('./prediction-thread.ts', import.meta.url);

/** Why a thread is no more. */
export type ThreadEnd = 'time' | 'memory' | 'crash' | 'left' | 'idle' | 'large' | 'stop';

export class ThreadEnded extends Error {
  readonly reason: ThreadEnd;

  constructor(reason: ThreadEnd, cause: unknown) {
    super(`the prediction ended (${reason})`, { cause });
    this.name = 'ThreadEnded';
    this.reason = reason;
  }
}

export interface ThreadLimits {
  /** For one piece of work, and once more after the vendors were asked. */
  seconds: number;
  mostMemoryMb: number;
}

export type AskVendors = (serials: KnownSerial[]) => Promise<AskedVendors>;

export type PredictionThread = ReturnType<typeof startThread>;

/** A thread that predicts: one piece of work at a time. */
export function startThread({ seconds, mostMemoryMb }: ThreadLimits) {
  const worker = new Worker(program, {
    // Nothing of our own environment and options.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb, maxYoungGenerationSizeMb: 32 },
  });
  const ended = once(worker, 'exit').catch(() => undefined);
  let waiting: PromiseWithResolvers<FromThread> | null = null;
  let reason: ThreadEnd | null = null;

  function over(cause?: unknown): void {
    const isMemory = (cause as { code?: string } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
    reason ??= isMemory ? 'memory' : 'crash';
    waiting?.reject(new ThreadEnded(reason, cause));
    waiting = null;
  }

  function end(because: ThreadEnd): void {
    reason ??= because;
    void worker.terminate();
  }

  worker.on('message', (message: FromThread) => waiting?.resolve(message));
  worker.once('error', over);
  worker.once('exit', () => over());

  /** What it says next, unless its time is up first. */
  async function next(message: ToThread, transfer: ArrayBuffer[] = []): Promise<FromThread> {
    if (reason) throw new ThreadEnded(reason, undefined);
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
    /** The segments of the work are not ours any more afterwards. */
    async run(work: Work, askVendors: AskVendors): Promise<Answer> {
      const transfer = work.kind === 'single' ? [] : work.segments.map(({ buffer }) => buffer as ArrayBuffer);
      let said = await next({ kind: 'work', work, now: new Date() }, transfer);
      while (said.kind === 'serials')
        said = await next({ kind: 'vendors', vendors: await askVendors(said.serials) });
      return said;
    },
  };
}
