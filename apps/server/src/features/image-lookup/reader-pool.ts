import { AppError } from '../../platform/http/app-error.ts';
import type { SentFile } from '../../platform/http/received-file.ts';
import type { Log } from '../../platform/log.ts';
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import type { ReadersMetrics } from './image-lookup-metrics.ts';
import type { ReadResult } from './reader-messages.ts';
import {
  ReaderExitError,
  type ReaderLimits,
  type ReaderProcess,
  startReaderProcess,
} from './reader-process.ts';

const maxRetryAfterSeconds = 60;

export interface ReadersOptions extends ReaderLimits {
  /** Maximum number of processes; each is started when it is first needed. */
  count: number;
  maxQueueLength: number;
  idleSeconds: number;
  findSandbox(): Promise<Sandbox>;
  log: Log;
  metrics: ReadersMetrics;
}

interface Waiting {
  photo: SentFile;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  promise: PromiseWithResolvers<ReadResult>;
}

interface ReaderSlot {
  busy: boolean;
  process: ReaderProcess | null;
  idle: NodeJS.Timeout | undefined;
}

export type ReaderPool = ReturnType<typeof createReaderPool>;

/** The processes that read photos, with a short queue. */
export function createReaderPool({
  count,
  maxQueueLength,
  idleSeconds,
  findSandbox,
  log,
  metrics,
  ...limits
}: ReadersOptions) {
  const queue: Waiting[] = [];
  const slots: ReaderSlot[] = Array.from({ length: count }, () => ({
    busy: false,
    process: null,
    idle: undefined,
  }));
  let averageSeconds = 1;
  let hasStopped = false;
  metrics.watchQueue(() => queue.length);

  async function ensureProcess(slot: ReaderSlot): Promise<ReaderProcess> {
    if (slot.process && !slot.process.hasExited()) return slot.process;
    const sandbox = await findSandbox();
    if (hasStopped) throw new AppError('image_refused');
    const started = startReaderProcess(limits, sandbox);
    slot.process = started;
    started.ended.then(({ reason, stderrText }) => {
      if (slot.process === started) slot.process = null;
      metrics.countEnd(reason);
      if (reason !== 'idle' && reason !== 'stop')
        log.warn({ reason, said: stderrText }, 'a label reader ended');
    });
    return started;
  }

  /** Returns a callback that settles the caller's promise. Call it once the slot is free again. */
  async function readOne(slot: ReaderSlot, { photo, signal, promise }: Waiting): Promise<() => void> {
    if (signal.aborted) return () => promise.reject(new AppError('image_refused'));
    const startedAt = performance.now();
    try {
      const answer = await (await ensureProcess(slot)).read(photo);
      observe(answer.kind, startedAt);
      return () => promise.resolve(answer);
    } catch (error) {
      slot.process?.end('crash');
      observe(error instanceof ReaderExitError ? error.reason : 'failed', startedAt);
      return () => promise.reject(error);
    }
  }

  function observe(outcome: string, startedAt: number): void {
    const seconds = (performance.now() - startedAt) / 1000;
    metrics.observeReading(outcome, seconds);
    averageSeconds += (seconds - averageSeconds) / 8;
  }

  async function work(slot: ReaderSlot): Promise<void> {
    slot.busy = true;
    clearTimeout(slot.idle);
    for (let next = queue.shift(); next; ) {
      const tell = await readOne(slot, next);
      next = queue.shift();
      if (!next) markIdle(slot);
      tell();
    }
  }

  function markIdle(slot: ReaderSlot): void {
    slot.busy = false;
    slot.idle = setTimeout(() => slot.process?.end('idle'), idleSeconds * 1000).unref();
  }

  /** Prefers a slot whose process is already running. */
  function findFreeSlot(): ReaderSlot | undefined {
    const free = slots.filter(({ busy }) => !busy);
    return free.find(({ process }) => process !== null) ?? free[0];
  }

  return {
    /** Throws `reader_busy` if the queue is full, and rejects with ReaderExitError if the reader exits during the read. */
    read(photo: SentFile, signal: AbortSignal): Promise<ReadResult> {
      const slot = findFreeSlot();
      if (!slot && queue.length >= maxQueueLength) {
        const seconds = Math.min(maxRetryAfterSeconds, Math.ceil((averageSeconds * queue.length) / count));
        throw new AppError('reader_busy', { values: { seconds }, retryAfterSeconds: seconds });
      }
      const promise = Promise.withResolvers<ReadResult>();
      queue.push({ photo, signal, promise });
      if (slot) void work(slot);
      return promise.promise;
    },

    async stop(): Promise<void> {
      hasStopped = true;
      for (const { promise } of queue.splice(0)) promise.reject(new AppError('image_refused'));
      const running = slots.flatMap(({ process }) => (process ? [process] : []));
      for (const process of running) process.end('stop');
      await Promise.all(running.map(({ ended }) => ended));
    },
  };
}
