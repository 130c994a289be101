import { AppError } from '../../platform/http/app-error.ts';
import type { ReceivedFile } from '../../platform/http/received-file.ts';
import type { Log } from '../../platform/log.ts';
import type { ReadersMetrics } from './image-lookup-metrics.ts';
import type { ReaderAnswer } from './reader-messages.ts';
import { ReaderEnded, type ReaderLimits, type ReaderProcess, startReaderProcess } from './reader-process.ts';

const longestWait = 60;

export interface ReadersOptions extends ReaderLimits {
  /** Processes at most; each is started when it is first needed. */
  count: number;
  mostWaiting: number;
  idleSeconds: number;
  log: Log;
  metrics: ReadersMetrics;
}

interface Waiting {
  photo: ReceivedFile;
  /** Nobody waits for the answer any more. */
  gone: AbortSignal;
  promise: PromiseWithResolvers<ReaderAnswer>;
}

interface Seat {
  busy: boolean;
  process: ReaderProcess | null;
  idle: NodeJS.Timeout | undefined;
}

export type Readers = ReturnType<typeof createReaders>;

/** The processes that read photos, with a short queue before them. */
export function createReaders({ count, mostWaiting, idleSeconds, log, metrics, ...limits }: ReadersOptions) {
  const queue: Waiting[] = [];
  const seats: Seat[] = Array.from({ length: count }, () => ({
    busy: false,
    process: null,
    idle: undefined,
  }));
  let usualSeconds = 1;
  metrics.watchQueue(() => queue.length);

  function seated(seat: Seat): ReaderProcess {
    if (seat.process && !seat.process.isOver()) return seat.process;
    const started = startReaderProcess(limits);
    seat.process = started;
    started.ended.then(({ reason, said }) => {
      if (seat.process === started) seat.process = null;
      metrics.countEnd(reason);
      if (reason !== 'idle' && reason !== 'stop') log.warn({ reason, said }, 'a label reader ended');
    });
    return started;
  }

  /** Returns what tells the asker, to be called once the seat is ready for another. */
  async function readOne(seat: Seat, { photo, gone, promise }: Waiting): Promise<() => void> {
    if (gone.aborted) return () => promise.reject(new AppError('image_refused'));
    const begun = performance.now();
    try {
      const answer = await seated(seat).read(photo);
      observe(answer.kind, begun);
      return () => promise.resolve(answer);
    } catch (error) {
      seat.process?.end('crash');
      observe(error instanceof ReaderEnded ? error.reason : 'failed', begun);
      return () => promise.reject(error);
    }
  }

  function observe(outcome: string, begun: number): void {
    const seconds = (performance.now() - begun) / 1000;
    metrics.observeReading(outcome, seconds);
    usualSeconds += (seconds - usualSeconds) / 8;
  }

  async function work(seat: Seat): Promise<void> {
    seat.busy = true;
    clearTimeout(seat.idle);
    for (let next = queue.shift(); next; ) {
      const tell = await readOne(seat, next);
      next = queue.shift();
      if (!next) rest(seat);
      tell();
    }
  }

  function rest(seat: Seat): void {
    seat.busy = false;
    seat.idle = setTimeout(() => seat.process?.end('idle'), idleSeconds * 1000).unref();
  }

  /** A seat that is warm already, else any that is free. */
  function freeSeat(): Seat | undefined {
    const free = seats.filter(({ busy }) => !busy);
    return free.find(({ process }) => process !== null) ?? free[0];
  }

  return {
    /** Rejects with `reader_busy` when too many wait already, and with ReaderEnded when the reader is lost over it. */
    read(photo: ReceivedFile, gone: AbortSignal): Promise<ReaderAnswer> {
      const seat = freeSeat();
      if (!seat && queue.length >= mostWaiting) {
        const seconds = Math.min(longestWait, Math.ceil((usualSeconds * queue.length) / count));
        throw new AppError('reader_busy', { values: { seconds }, retryAfterSeconds: seconds });
      }
      const promise = Promise.withResolvers<ReaderAnswer>();
      queue.push({ photo, gone, promise });
      if (seat) void work(seat);
      return promise.promise;
    },

    async stop(): Promise<void> {
      for (const { promise } of queue.splice(0)) promise.reject(new AppError('image_refused'));
      const running = seats.flatMap(({ process }) => (process ? [process] : []));
      for (const process of running) process.end('stop');
      await Promise.all(running.map(({ ended }) => ended));
    },
  };
}
