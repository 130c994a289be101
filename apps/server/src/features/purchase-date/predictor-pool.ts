import { AppError } from '../../platform/http/app-error.ts';
import type { Log } from '../../platform/log.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import type { PredictorsMetrics } from './purchase-date-metrics.ts';
import {
  type FetchVendorDates,
  type PredictionThread,
  startThread,
  ThreadExitError,
  type ThreadLimits,
} from './thread.ts';
import type { PredictionOutcome, PredictionTask } from './thread-messages.ts';

const maxWaitSeconds = 60;
/** A thread that processed this many rows or bytes is terminated to release its memory. */
const manyRows = 20_000;
const manyBytes = 4 * 1024 * 1024;

export interface PredictorsOptions extends ThreadLimits {
  name: string;
  /** Maximum number of threads; each is started when it is first needed. */
  threads: number;
  maxQueueLength: number;
  idleSeconds: number;
  log: Log;
  metrics: PredictorsMetrics;
}

export interface PredictionContext {
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  requestVendorDates: FetchVendorDates;
}

export type PredictorPool = ReturnType<typeof createPredictorPool>;

const busy = (seconds: number, cause?: unknown) =>
  new AppError('predictor_busy', { retryAfterSeconds: seconds, cause });

const bytesOf = (work: PredictionTask) =>
  work.kind === 'single' ? 0 : work.segments.reduce((sum, { length }) => sum + length, 0);

/** Prediction threads with a short queue. Files and single assets have separate pools. */
export function createPredictorPool(options: PredictorsOptions) {
  const { name, threads, maxQueueLength, idleSeconds, log, metrics, ...limits } = options;
  const semaphore = createSemaphore(threads, {
    maxLength: maxQueueLength,
    fullError: (waiting) =>
      busy(Math.min(maxWaitSeconds, Math.max(1, Math.ceil((averageSeconds * waiting) / threads)))),
  });
  const resting = new Map<PredictionThread, NodeJS.Timeout>();
  const running = new Set<PredictionThread>();
  let averageSeconds = 1;
  let isStopped = false;
  metrics.watchQueue(semaphore.waiting);

  function takeThread(): PredictionThread {
    const [warm] = resting.keys();
    if (warm) {
      clearTimeout(resting.get(warm));
      resting.delete(warm);
    }
    const thread = warm && !warm.isOver() ? warm : startThread(limits);
    running.add(thread);
    return thread;
  }

  function rest(thread: PredictionThread, answer: PredictionOutcome, bytes: number): void {
    running.delete(thread);
    const isLarge = bytes > manyBytes || (answer.kind === 'json' && answer.rows > manyRows);
    if (isStopped || isLarge) {
      thread.end(isStopped ? 'stop' : 'large');
      return;
    }
    const end = () => {
      resting.delete(thread);
      thread.end('idle');
    };
    resting.set(thread, setTimeout(end, idleSeconds * 1000).unref());
  }

  function handleFailure(thread: PredictionThread, error: unknown): never {
    running.delete(thread);
    thread.end('crash');
    const reason = error instanceof ThreadExitError ? error.reason : 'crash';
    if (reason !== 'left' && reason !== 'stop')
      log.warn({ predictors: name, reason }, 'a prediction was lost');
    metrics.countLost(reason);
    // The client has disconnected or the server is stopping, so there is no client to send this error to.
    if (reason === 'left' || reason === 'stop') throw busy(1, error);
    if (reason !== 'time' && reason !== 'memory') throw error;
    throw new AppError('prediction_stopped', { values: { resource: reason }, cause: error });
  }

  async function runWith(
    thread: PredictionThread,
    work: PredictionTask,
    { signal, requestVendorDates }: PredictionContext,
  ): Promise<PredictionOutcome> {
    const leave = () => thread.end('left');
    signal.addEventListener('abort', leave);
    const [startedAt, bytes] = [performance.now(), bytesOf(work)];
    try {
      const answer = await thread.run(work, requestVendorDates);
      const seconds = (performance.now() - startedAt) / 1000;
      averageSeconds += (seconds - averageSeconds) / 4;
      metrics.observe(work.kind, seconds);
      rest(thread, answer, bytes);
      return answer;
    } catch (error) {
      return handleFailure(thread, error);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  return {
    /** Rejects with `predictor_busy` if the queue is full, and with `prediction_stopped` if the task exceeds its limits. */
    run: (work: PredictionTask, context: PredictionContext): Promise<PredictionOutcome> =>
      semaphore.run(async () => {
        if (context.signal.aborted || isStopped) throw busy(1);
        return runWith(takeThread(), work, context);
      }),

    async stop(): Promise<void> {
      isStopped = true;
      const all = [...resting.keys(), ...running];
      for (const timer of resting.values()) clearTimeout(timer);
      resting.clear();
      for (const thread of all) thread.end('stop');
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}
