import { createSemaphore } from '../../platform/fairness/semaphore.ts';
import type { Sharer } from '../../platform/fairness/shares.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SentFile } from '../../platform/http/bodies/received-file.ts';
import type { Log } from '../../platform/log.ts';
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import type { ReadersMetrics } from './image-lookup-metrics.ts';
import {
  ReaderExitError,
  type ReaderLimits,
  type ReaderProcess,
  startReaderProcess,
} from './reader-process.ts';
import type { ReadResult } from './reader-replies.ts';

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

interface ReaderSlot {
  busy: boolean;
  process: ReaderProcess | null;
  idle?: NodeJS.Timeout;
}

export type ReaderPool = ReturnType<typeof createReaderPool>;

/** The processes that read photos, with a short, fair queue. */
export function createReaderPool({
  count,
  maxQueueLength,
  idleSeconds,
  findSandbox,
  log,
  metrics,
  ...limits
}: ReadersOptions) {
  const semaphore = createSemaphore(count, {
    maxLength: maxQueueLength,
    fullError(waiting) {
      const seconds = Math.max(1, Math.ceil((averageSeconds * waiting) / count));
      return new AppError('reader_busy', { retryAfterSeconds: Math.min(maxRetryAfterSeconds, seconds) });
    },
  });
  const slots = Array.from({ length: count }, (): ReaderSlot => ({ busy: false, process: null }));
  let averageSeconds = 1;
  let hasStopped = false;
  metrics.watchQueue(semaphore.waiting);

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
        log.warn({ reason, stderr: stderrText }, 'a label reader ended');
    });
    return started;
  }

  async function readOne(slot: ReaderSlot, photo: SentFile): Promise<ReadResult> {
    const startedAt = performance.now();
    try {
      const answer = await (await ensureProcess(slot)).read(photo);
      observe(answer.kind, startedAt);
      return answer;
    } catch (error) {
      slot.process?.end('crash');
      observe(error instanceof ReaderExitError ? error.reason : 'failed', startedAt);
      throw error;
    }
  }

  function observe(outcome: string, startedAt: number): void {
    const seconds = (performance.now() - startedAt) / 1000;
    metrics.observeReading(outcome, seconds);
    averageSeconds += (seconds - averageSeconds) / 8;
  }

  /** There is a free slot for every permit. Prefers one whose process is already running. */
  function occupySlot(): ReaderSlot {
    const free = slots.filter(({ busy }) => !busy);
    const slot = (free.find(({ process }) => process !== null) ?? free[0]) as ReaderSlot;
    slot.busy = true;
    clearTimeout(slot.idle);
    return slot;
  }

  function leaveSlot(slot: ReaderSlot): void {
    slot.busy = false;
    slot.idle = setTimeout(() => slot.process?.end('idle'), idleSeconds * 1000).unref();
  }

  /** The permit is asked for at once, so that a full queue throws. */
  async function readWithPermit(permit: Promise<() => void>, photo: SentFile, signal: AbortSignal) {
    const release = await permit.catch((error: unknown) => {
      throw signal.aborted ? new AppError('image_refused', { cause: error }) : error;
    });
    const slot = occupySlot();
    try {
      if (hasStopped || signal.aborted) throw new AppError('image_refused');
      return await readOne(slot, photo);
    } finally {
      leaveSlot(slot);
      release();
    }
  }

  return {
    /**
     * Throws `reader_busy` if the queue is full, and rejects with it if another client gets the place. Rejects with
     * ReaderExitError if the reader exits during the read. The signal is aborted when the client disconnects.
     */
    read: (photo: SentFile, sharer: Sharer, signal: AbortSignal): Promise<ReadResult> =>
      readWithPermit(semaphore.take(sharer, signal), photo, signal),

    async stop(): Promise<void> {
      hasStopped = true;
      const running = slots.flatMap(({ process }) => (process ? [process] : []));
      for (const process of running) process.end('stop');
      await Promise.all(running.map(({ ended }) => ended));
    },
  };
}
