import { AppError } from '../../platform/http/app-error.ts';
import type { Log } from '../../platform/log.ts';
import { createTurns, TooManyWait } from '../../platform/turns.ts';
import type { PredictorsMetrics } from './purchase-date-metrics.ts';
import {
  type AskVendors,
  type PredictionThread,
  startThread,
  ThreadEnded,
  type ThreadLimits,
} from './thread.ts';
import type { Answer, Work } from './thread-messages.ts';

const longestWait = 60;
/** A thread that had so many rows, or so much to read, gives its memory back by ending. */
const manyRows = 20_000;
const manyBytes = 4 * 1024 * 1024;

export interface PredictorsOptions extends ThreadLimits {
  name: string;
  /** At most; each is started when it is first needed. */
  threads: number;
  mostWaiting: number;
  idleSeconds: number;
  log: Log;
  metrics: PredictorsMetrics;
}

export interface Asker {
  /** Nobody waits for the answer any more. */
  gone: AbortSignal;
  askVendors: AskVendors;
}

export type Predictors = ReturnType<typeof createPredictors>;

const busy = (seconds: number, cause?: unknown) =>
  new AppError('predictor_busy', { values: { seconds }, retryAfterSeconds: seconds, cause });

const bytesOf = (work: Work) =>
  work.kind === 'single' ? 0 : work.segments.reduce((sum, { length }) => sum + length, 0);

/** Threads that predict, with a short queue before them. Files and single assets each have their own. */
export function createPredictors(options: PredictorsOptions) {
  const { name, threads, mostWaiting, idleSeconds, log, metrics, ...limits } = options;
  const turns = createTurns(threads, mostWaiting);
  const resting = new Map<PredictionThread, NodeJS.Timeout>();
  const running = new Set<PredictionThread>();
  let usualSeconds = 1;
  let isStopped = false;
  metrics.watchQueue(turns.waiting);

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

  function rest(thread: PredictionThread, answer: Answer, bytes: number): void {
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

  function lose(thread: PredictionThread, error: unknown): never {
    running.delete(thread);
    thread.end('crash');
    const reason = error instanceof ThreadEnded ? error.reason : 'crash';
    if (reason !== 'left' && reason !== 'stop')
      log.warn({ predictors: name, reason }, 'a prediction was lost');
    metrics.countLost(reason);
    // Nobody hears it, or the process ends.
    if (reason === 'left' || reason === 'stop') throw busy(1, error);
    if (reason !== 'time' && reason !== 'memory') throw error;
    throw new AppError('prediction_stopped', { values: { resource: reason }, cause: error });
  }

  async function runWith(thread: PredictionThread, work: Work, { gone, askVendors }: Asker): Promise<Answer> {
    const leave = () => thread.end('left');
    gone.addEventListener('abort', leave);
    const [begun, bytes] = [performance.now(), bytesOf(work)];
    try {
      const answer = await thread.run(work, askVendors);
      const seconds = (performance.now() - begun) / 1000;
      usualSeconds += (seconds - usualSeconds) / 4;
      metrics.observe(work.kind, seconds);
      rest(thread, answer, bytes);
      return answer;
    } catch (error) {
      return lose(thread, error);
    } finally {
      gone.removeEventListener('abort', leave);
    }
  }

  async function takeTurn(): Promise<() => void> {
    try {
      return await turns.take();
    } catch (error) {
      if (!(error instanceof TooManyWait)) throw error;
      const seconds = Math.min(longestWait, Math.max(1, Math.ceil((usualSeconds * error.waiting) / threads)));
      throw busy(seconds, error);
    }
  }

  return {
    /** Rejects with `predictor_busy` when too many wait already, with `prediction_stopped` when it takes too much. */
    async run(work: Work, asker: Asker): Promise<Answer> {
      const giveBack = await takeTurn();
      try {
        if (asker.gone.aborted || isStopped) throw busy(1);
        return await runWith(takeThread(), work, asker);
      } finally {
        giveBack();
      }
    },

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
