import { randomUUID } from 'node:crypto';
import { isWorkbook } from '@warranty/domain/xlsx/workbook';
import { AppError } from '../../platform/http/app-error.ts';
import type { ReceivedFile } from '../../platform/http/received-file.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import type { Sharer } from '../../platform/shares.ts';
import { TaskStoppedError } from '../../platform/threads/thread.ts';
import { createThreadPool, type ThreadPool } from '../../platform/threads/thread-pool.ts';
import { batchBytes } from './batch-bytes.ts';
import type {
  EnhanceOptions,
  IngestTasks,
  LastLines,
  Lines,
  LoadTarget,
  PreviewedRecords,
  Refusal,
} from './ingest-messages.ts';
import type { LoadedFile } from './run.ts';
import { createSpool } from './spool-file.ts';

const program = new URL('./ingest-thread.ts', import.meta.url);

/** Larger bodies use a separate thread, so that small ones do not wait for them. */
const smallBody = 256 * 1024;
const busySeconds = 5;
/** Each may hold the texts of a whole workbook in memory. */
const maxLargeWorkbooks = 2;

export interface IngestOptions {
  threads: number;
  maxMemoryMb: number;
  /** Per piece of a file, or per body. */
  maxSeconds: number;
  idleSeconds: number;
  /** Large bodies that may wait while another one is being read. */
  maxWaiting: number;
}

/** Yields lines as they are read and returns the data about the whole file at the end. */
export type RowLines = AsyncGenerator<Lines, LoadedFile>;
export type LoadRows = (target: LoadTarget, maxRows: number) => RowLines;

export interface ReceivedRecords {
  options: EnhanceOptions;
  rows: number;
  hash: string;
  load: LoadRows;
  /** Must be called whether it was loaded or not. */
  close(): void;
}

export type Ingest = ReturnType<typeof createIngest>;

/** Reads files and rows in separate threads. Rejects with an AppError if they are invalid. */
export function createIngest(options: IngestOptions) {
  const { threads: count, maxWaiting, ...limits } = options;
  const pool = createThreadPool<IngestTasks>({ program, count, ...limits });
  const largeBodies = createThreadPool<IngestTasks>({ program, count: 1, ...limits });
  const semaphore = createSemaphore(1, {
    maxLength: maxWaiting,
    fullError: () => new AppError('too_many_files', { retryAfterSeconds: busySeconds }),
  });

  const workbookReads = createSemaphore(maxLargeWorkbooks);
  const spool = createSpool();

  async function* loadFile(
    bytes: AsyncIterable<Uint8Array>,
    sharer: Sharer,
    target: LoadTarget,
    maxRows: number,
  ): RowLines {
    const batches = batchBytes(bytes);
    const first = await batches.next();
    const all = resumed(first, batches);
    if (!first.done && isWorkbook(first.value)) return yield* loadWorkbook(all, sharer, target, maxRows);
    return yield* loadCsv(all, target, maxRows);
  }

  /** The directory of a workbook is at its end, so it is written to a file first. */
  async function* loadWorkbook(
    batches: Batches,
    sharer: Sharer,
    target: LoadTarget,
    maxRows: number,
  ): RowLines {
    const file = await spool(sharer, batches);
    const { descriptor, size } = file;
    let slot: IngestSlot | null = null;
    let release: () => void = () => undefined;
    try {
      if (size > smallBody) release = await workbookReads.take(sharer);
      slot = acquireSlot(pool);
      await slot.ask('openWorkbook', { target, maxRows, descriptor, size });
      return yield* takeLines(slot, 'nextRows');
    } finally {
      // The thread may read ahead, and the descriptor may belong to another file soon.
      await slot?.leave();
      release();
      await file.close();
    }
  }

  async function* loadCsv(batches: Batches, target: LoadTarget, maxRows: number): RowLines {
    const slot = acquireSlot(pool);
    try {
      await slot.ask('openFile', { target, maxRows });
      let active: Promise<Lines> | null = null;
      for await (const batch of batches) {
        // The thread reads this piece while the lines of the previous one are written.
        const next: Promise<Lines> = slot.ask('feed', { bytes: batch }, [batch.buffer]);
        next.catch(() => undefined);
        if (active) yield await active;
        active = next;
      }
      if (active) yield await active;
      const { file, ...last } = await slot.ask('endFile', {});
      yield last;
      return file;
    } finally {
      slot.leave();
    }
  }

  async function* loadRecords(slot: IngestSlot, target: LoadTarget, maxRows: number): RowLines {
    await slot.ask('startRecords', { target, maxRows });
    return yield* takeLines(slot, 'nextRecords');
  }

  async function* takeLines(slot: IngestSlot, task: 'nextRecords' | 'nextRows'): RowLines {
    for (;;) {
      const next: Lines | LastLines = await slot.ask(task, {});
      yield next;
      if ('file' in next) return next.file;
    }
  }

  type IngestSlot = ReturnType<typeof acquireSlot>;

  function acquireSlot(from: ThreadPool<IngestTasks>, leave: () => void = () => undefined) {
    const slot = from.acquireSlot();
    const id = randomUUID();
    return {
      async ask<K extends keyof IngestTasks>(
        task: K,
        input: Omit<IngestTasks[K]['input'], 'id'>,
        transfer?: ArrayBuffer[],
      ): Promise<Taken<IngestTasks[K]['output']>> {
        return ignoreRejected(await answered(slot.run(task, { id, ...input } as never, transfer)));
      },
      /** Resolves when the thread has closed the load. A thread that has exited has nothing left to close. */
      leave(): Promise<unknown> {
        const closed = slot.run('close', { id }).catch(() => undefined);
        slot.leave();
        leave();
        return closed;
      },
    };
  }

  async function acquireBodySlot(sharer: Sharer, { length }: ReceivedFile): Promise<IngestSlot> {
    return length <= smallBody ? acquireSlot(pool) : acquireSlot(largeBodies, await semaphore.take(sharer));
  }

  return {
    loadFile:
      (bytes: AsyncIterable<Uint8Array>, sharer: Sharer): LoadRows =>
      (target, maxRows) =>
        loadFile(bytes, sharer, target, maxRows),

    async openRecords(sharer: Sharer, body: ReceivedFile): Promise<ReceivedRecords> {
      let slot: IngestSlot | null = null;
      try {
        const taken = await acquireBodySlot(sharer, body);
        slot = taken;
        const opened = await taken.ask('openRecords', ...segmentsOf(body));
        const load: LoadRows = (target, maxRows) => loadRecords(taken, target, maxRows);
        return { ...opened, load, close: taken.leave };
      } catch (error) {
        slot?.leave();
        throw error;
      } finally {
        body.free();
      }
    },

    async preview(sharer: Sharer, body: ReceivedFile): Promise<PreviewedRecords> {
      try {
        const slot = await acquireBodySlot(sharer, body);
        return await slot.ask('preview', ...segmentsOf(body)).finally(slot.leave);
      } finally {
        body.free();
      }
    },

    async stop(): Promise<void> {
      await Promise.all([pool.stop(), largeBodies.stop()]);
    },
  };
}

type Batches = AsyncIterable<Uint8Array<ArrayBuffer>>;

async function* resumed(
  first: IteratorResult<Uint8Array<ArrayBuffer>>,
  rest: AsyncGenerator<Uint8Array<ArrayBuffer>>,
): Batches {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

/** Transfers the segments to the thread instead of copying them. */
function segmentsOf({ segments }: ReceivedFile): [{ segments: Uint8Array[] }, ArrayBuffer[]] {
  return [{ segments: [...segments] }, segments.map(({ buffer }) => buffer as ArrayBuffer)];
}

type Taken<T> = Exclude<T, { refusal: Refusal }>;

function ignoreRejected<T extends object | null>(answer: T): Taken<T> {
  if (answer === null || !('refusal' in answer)) return answer as Taken<T>;
  const { code, values, details } = answer.refusal as Refusal;
  throw new AppError(code, { ...(values && { values }), ...(details && { details }) });
}

/** A task that exceeded its limits is the client's to fix; a task lost along with it can be sent again. */
async function answered<T>(task: Promise<T>): Promise<T> {
  try {
    return await task;
  } catch (error) {
    if (!(error instanceof TaskStoppedError)) throw error;
    const { reason: cause } = error;
    if (cause === 'neighbor' || cause === 'stop')
      throw new AppError('upload_interrupted', { retryAfterSeconds: 1, cause: error });
    const reason = `Reading it takes more ${cause === 'memory' ? 'memory' : 'time'} than it may.`;
    throw new AppError('file_refused', { values: { reason }, cause: error });
  }
}
