import { isWorkbook } from '@warranty/domain/xlsx/workbook';
import { currentRequest } from '../../../platform/fairness/current-request.ts';
import { createSemaphore } from '../../../platform/fairness/semaphore.ts';
import type { Sharer } from '../../../platform/fairness/shares.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ReceivedFile } from '../../../platform/http/bodies/received-file.ts';
import { TaskStoppedError } from '../../../platform/threads/tasks.ts';
import { createThreadPool } from '../../../platform/threads/thread-pool.ts';
import type { LoadedFile } from '../runs/run.ts';
import { batchBytes } from './batch-bytes.ts';
import type {
  EnhanceOptions,
  FileLines,
  IngestTasks,
  LastLines,
  Lines,
  LoadTarget,
  PreviewedRecords,
  Refusal,
  WorkbookPiece,
} from './ingest-messages.ts';
import { createSpool } from './spool-file.ts';
import { readPieces } from './workbook-pieces.ts';

const program = new URL('./ingest-thread.ts', import.meta.url);

const busySeconds = 5;
/** Of the file. Its texts may take up most of the memory that all loads have together, so it waits for others to end. */
const largeWorkbook = 16 * 1024 * 1024;
const maxLargeWorkbooks = 2;

export interface IngestOptions {
  threads: number;
  /** Of the heap of a thread. */
  maxMemoryMb: number;
  /** What all loads may hold together: texts of workbooks, bodies, and rows that are not complete. */
  maxHeldMb: number;
  /** Of a slice, which only a bug can exceed. */
  maxSeconds: number;
  /** To read a file, in addition to what its size permits. */
  maxCpuSeconds: number;
  idleSeconds: number;
}

/** Yields lines as they are read, then a workbook that is to be stored, and returns the data about the whole file at the end. */
export type RowLines = AsyncGenerator<Lines | WorkbookPiece, LoadedFile>;
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

/**
 * Reads files and rows in separate threads, in slices that alternate between clients and owners. Rejects with an AppError
 * if they are invalid.
 */
export function createIngest({ threads: count, ...limits }: IngestOptions) {
  const pool = createThreadPool<IngestTasks>({ program, count, ...limits });
  const largeReads = createSemaphore(maxLargeWorkbooks);
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
    return yield* loadCsv(all, sharer, target, maxRows);
  }

  /** The directory of a workbook is at its end, so it is written to a file first. */
  async function* loadWorkbook(
    batches: Segments,
    sharer: Sharer,
    target: LoadTarget,
    maxRows: number,
  ): RowLines {
    const file = await spool(sharer, batches);
    const { descriptor, size } = file;
    let slot: IngestSlot | null = null;
    let release: () => void = () => undefined;
    try {
      // The run does not need the client any more.
      if (size > largeWorkbook) release = await largeReads.take(sharer, null);
      slot = acquireSlot(sharer);
      await slot.ask('openWorkbook', { target, maxRows, descriptor, size });
      const { file: loaded, sheet } = yield* takeAll(slot, 'nextRows');
      if (!target.options.keepWorkbook || !sheet) return loaded;
      await slot.leave();
      slot = null;
      release();
      release = () => undefined;
      yield* readPieces(file);
      return { ...loaded, source: { ...loaded.source, workbook: { ...sheet, bytes: size } } };
    } catch (error) {
      throw toWorkbookError(error);
    } finally {
      // The thread may read ahead, and the descriptor may belong to another file soon.
      await slot?.leave();
      release();
      await file.close();
    }
  }

  async function* loadCsv(batches: Segments, sharer: Sharer, target: LoadTarget, maxRows: number): RowLines {
    const slot = acquireSlot(sharer);
    try {
      await slot.ask('openFile', { target, maxRows });
      let active: Promise<FileLines> | null = null;
      for await (const batch of batches) {
        if (active) yield* fedLines(slot, active);
        // The thread reads this batch while the next one arrives.
        active = slot.ask('feed', { bytes: batch }, [batch.buffer]);
        active.catch(() => undefined);
      }
      if (active) yield* fedLines(slot, active);
      return yield* takeLines(slot, 'endFile');
    } finally {
      void slot.leave();
    }
  }

  async function* loadRecords(slot: IngestSlot, target: LoadTarget, maxRows: number): RowLines {
    await slot.ask('startRecords', { target, maxRows });
    return yield* takeLines(slot, 'nextRecords');
  }

  async function* fedLines(slot: IngestSlot, fed: Promise<FileLines>): AsyncGenerator<Lines, void> {
    for (let lines = await fed; ; lines = await slot.ask('readOn', null)) {
      yield lines;
      if (!lines.isBehind) return;
    }
  }

  async function* takeAll(slot: IngestSlot, task: ReadingTask): AsyncGenerator<Lines, LastLines> {
    for (;;) {
      const next: Lines | LastLines = await slot.ask(task, null);
      yield next;
      if ('file' in next) return next;
    }
  }

  async function* takeLines(slot: IngestSlot, task: ReadingTask): RowLines {
    return (yield* takeAll(slot, task)).file;
  }

  type IngestSlot = ReturnType<typeof acquireSlot>;

  function acquireSlot(sharer: Sharer) {
    const slot = pool.acquireSlot(sharer);
    return {
      async ask<K extends keyof IngestTasks>(
        task: K,
        input: IngestTasks[K]['input'],
        transfer?: ArrayBuffer[],
      ): Promise<Taken<IngestTasks[K]['output']>> {
        return throwRefusal(await answered(slot.run(task, input, transfer)));
      },
      /** Resolves when the thread has closed the load. */
      leave: slot.leave,
      stop: slot.stop,
    };
  }

  /** Sends a body to the thread. What is read for a client that has disconnected is stopped. */
  async function askAboutBody<K extends 'openRecords' | 'preview'>(
    task: K,
    slot: IngestSlot,
    { segments, free }: ReceivedFile,
  ): Promise<Taken<IngestTasks[K]['output']>> {
    const signal = currentRequest.getStore()?.signal;
    const stop = () => slot.stop('left');
    signal?.addEventListener('abort', stop, { once: true });
    try {
      // Transferred instead of copied.
      const buffers = segments.map(({ buffer }) => buffer as ArrayBuffer);
      const asked = slot.ask(task, { segments: [...segments] }, buffers);
      if (signal?.aborted) stop();
      return await asked;
    } finally {
      signal?.removeEventListener('abort', stop);
      free();
    }
  }

  return {
    loadFile:
      (bytes: AsyncIterable<Uint8Array>, sharer: Sharer): LoadRows =>
      (target, maxRows) =>
        loadFile(bytes, sharer, target, maxRows),

    async openRecords(sharer: Sharer, body: ReceivedFile): Promise<ReceivedRecords> {
      const slot = acquireSlot(sharer);
      try {
        const opened = await askAboutBody('openRecords', slot, body);
        const load: LoadRows = (target, maxRows) => loadRecords(slot, target, maxRows);
        return { ...opened, load, close: () => void slot.leave() };
      } catch (error) {
        void slot.leave();
        throw error;
      }
    },

    async preview(sharer: Sharer, body: ReceivedFile): Promise<PreviewedRecords> {
      const slot = acquireSlot(sharer);
      return askAboutBody('preview', slot, body).finally(() => void slot.leave());
    },

    stop: pool.stop,
  };
}

type ReadingTask = 'endFile' | 'nextRecords' | 'nextRows';

type Segments = AsyncIterable<Uint8Array<ArrayBuffer>>;

async function* resumed(
  first: IteratorResult<Uint8Array<ArrayBuffer>>,
  rest: AsyncGenerator<Uint8Array<ArrayBuffer>>,
): Segments {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

type Taken<T> = Exclude<T, { refusal: Refusal }>;

function throwRefusal<T extends object | null>(answer: T): Taken<T> {
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
    if (cause === 'displaced')
      throw new AppError('too_many_files', { retryAfterSeconds: busySeconds, cause: error });
    if (cause === 'neighbor' || cause === 'stop' || cause === 'left')
      throw new AppError('upload_interrupted', { retryAfterSeconds: 1, cause: error });
    const reason = `Reading it takes more ${cause === 'memory' ? 'memory' : 'time'} than it may.`;
    throw new AppError('file_refused', { values: { reason }, cause: error });
  }
}

/** A message about a CSV file would be misleading. */
function toWorkbookError(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'file_refused') return error;
  const reason = String(error.values?.reason).replace(/\.$/, '');
  return new AppError('workbook_refused', { values: { reason }, cause: error });
}
