import { leaveAdmission } from '../../platform/fairness/current-request.ts';
import { createSemaphore } from '../../platform/fairness/semaphore.ts';
import type { Sharer } from '../../platform/fairness/shares.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Log } from '../../platform/log.ts';
import { TaskStoppedError } from '../../platform/threads/tasks.ts';
import { createThreadPool, type ThreadPoolOptions } from '../../platform/threads/thread-pool.ts';
import type {
  FoundDates,
  KnownSerial,
  PredictionOutcome,
  PredictionTask,
  PredictionTasks,
} from './prediction-tasks.ts';
import type { PredictorsMetrics } from './purchase-date-metrics.ts';

const program = new URL('./prediction-thread.ts', import.meta.url);
const maxWaitSeconds = 60;
/** A thread that processed this many rows or bytes is ended to release its memory. */
const manyRows = 20_000;
const manyBytes = 4 * 1024 * 1024;

export interface PredictorsOptions
  extends Pick<ThreadPoolOptions, 'maxMemoryMb' | 'idleSeconds' | 'niceness'> {
  name: string;
  threads: number;
  maxQueueLength: number;
  /** Per task, and again after the dates were found. */
  seconds: number;
  log: Log;
  metrics: PredictorsMetrics;
}

export interface PredictionContext {
  sharer: Sharer;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  findDates(serials: KnownSerial[], useVendorDates: boolean): Promise<FoundDates>;
}

export type PredictorPool = ReturnType<typeof createPredictorPool>;

const busy = (seconds: number, cause?: unknown) =>
  new AppError('predictor_busy', { retryAfterSeconds: seconds, cause });

const segmentsOf = (work: PredictionTask) => (work.kind === 'single' ? [] : work.segments);

/** Prediction threads with a queue in which addresses, then owners, take turns. */
export function createPredictorPool(options: PredictorsOptions) {
  const { name, threads: count, maxQueueLength, seconds: maxSeconds, log, metrics, ...limits } = options;
  const pool = createThreadPool<PredictionTasks>({ program, count, maxSeconds, ...limits });
  const semaphore = createSemaphore(count, {
    maxLength: maxQueueLength,
    fullError: (waiting) =>
      busy(Math.min(maxWaitSeconds, Math.max(1, Math.ceil((averageSeconds * waiting) / count)))),
  });
  let averageSeconds = 1;
  metrics.watchQueue(semaphore.waiting);

  function toAppError(error: unknown): unknown {
    const reason = error instanceof TaskStoppedError ? error.reason : 'crash';
    metrics.countLost(reason);
    // The client has disconnected or the server is stopping, so there is no client to send this error to.
    if (reason === 'left' || reason === 'stop') return busy(1, error);
    log.warn({ predictors: name, reason }, 'a prediction was lost');
    if (reason !== 'time' && reason !== 'memory') return error;
    return new AppError('prediction_stopped', { values: { resource: reason }, cause: error });
  }

  async function predict(work: PredictionTask, context: PredictionContext): Promise<PredictionOutcome> {
    const { signal, findDates } = context;
    signal.throwIfAborted();
    const slot = pool.acquireSlot();
    const leave = () => slot.end('left');
    signal.addEventListener('abort', leave);
    const startedAt = performance.now();
    try {
      const segments = segmentsOf(work);
      const bytes = segments.reduce((sum, { length }) => sum + length, 0);
      // Transfers the segments: the caller cannot use them afterwards.
      const buffers = segments.map(({ buffer }) => buffer as ArrayBuffer);
      const started = await slot.run('start', { work, now: new Date() }, buffers);
      const outcome =
        started.kind === 'serials'
          ? await slot.run('resume', await findDates(started.serials, started.useVendorDates))
          : started;
      const seconds = (performance.now() - startedAt) / 1000;
      averageSeconds += (seconds - averageSeconds) / 4;
      metrics.observe(work.kind, seconds);
      if (bytes > manyBytes || (outcome.kind === 'json' && outcome.rows > manyRows)) slot.end('stop');
      return outcome;
    } catch (error) {
      slot.end('crash');
      throw toAppError(error);
    } finally {
      signal.removeEventListener('abort', leave);
      slot.leave();
    }
  }

  return {
    /** Rejects with `predictor_busy` if the queue is full, and with `prediction_stopped` if the task exceeds its limits. */
    run(work: PredictionTask, context: PredictionContext): Promise<PredictionOutcome> {
      leaveAdmission();
      return semaphore
        .run(context.sharer, () => predict(work, context), context.signal)
        .catch((error: unknown) => {
          // The client disconnected while it waited.
          throw error === context.signal.reason ? busy(1, error) : error;
        });
    },
    stop: pool.stop,
  };
}
