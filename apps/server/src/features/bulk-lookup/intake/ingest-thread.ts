import { CsvError } from '@warranty/domain/csv/csv-error';
import { AppError } from '../../../platform/http/app-error.ts';
import { serveTasks } from '../../../platform/threads/serve-tasks.ts';
import type { Answer, Slices, Work } from '../../../platform/threads/tasks.ts';
import { createFileLoader, type FileLoader } from './file-loader.ts';
import type { IngestTasks, LastLines, Lines, Refusal, RefusalOr } from './ingest-messages.ts';
import { joinSegments, openRecordLoader, previewRecords, type RecordLoader } from './record-loader.ts';
import { openWorkbookLoader, type WorkbookLoader } from './workbook-loader.ts';

// Entry point of a thread that reads files and rows, so that the main thread can keep serving requests and a hostile file
// can be stopped. Many loads can be open concurrently: they are read in slices, and a slow upload only holds a little memory.

/** For each megabyte of rows that was read, in addition to the limit of a slot: a large file takes longer than a small one. */
const cpuSecondsPerMb = 0.5;
const megabyte = 1024 * 1024;

/** What a slot loads. */
interface Load {
  file?: FileLoader;
  workbook?: WorkbookLoader;
  body?: Buffer<ArrayBuffer>;
  records?: RecordLoader;
  rows?: ReturnType<RecordLoader['start']>;
}

type IngestWork = Work<Load>;

const bytesOf = ({ file, workbook, body, rows }: Load): number =>
  (file?.bytes() ?? 0) + (workbook?.bytes() ?? 0) + (body?.length ?? 0) + (rows?.bytes() ?? 0);

/** The slices of a load, which report its memory. */
const slicesOf = (work: IngestWork): Slices => ({
  isSliceOver: work.isSliceOver,
  async nextSlice() {
    if (work.state) work.holdBytes(bytesOf(work.state));
    await work.nextSlice();
  },
});

async function close({ file, workbook, rows, body }: Load): Promise<void> {
  file?.close();
  rows?.close();
  await workbook?.close();
  body?.buffer.transfer(0);
}

async function closeLoad(work: IngestWork): Promise<void> {
  const { state } = work;
  work.state = null;
  if (state) await close(state);
}

function required<L>(load: L | undefined): L {
  if (load === undefined) throw new Error('the load is not open');
  return load;
}

/** An error of the catalog is passed between threads as data; any other error is a bug. */
function toRefusal(error: unknown): Refusal {
  if (error instanceof CsvError && error.code === 'workbook')
    return { code: 'workbook_refused', values: { reason: error.message.slice(0, -'.'.length) } };
  if (error instanceof CsvError)
    return error.code === 'empty'
      ? { code: 'file_empty' }
      : { code: 'file_refused', values: { reason: error.message } };
  if (!(error instanceof AppError)) throw error;
  const { code, values, details } = error;
  return { code, ...(values && { values }), ...(details && { details }) };
}

/** A load that is rejected or complete is closed. */
async function orRefusal<O extends object>(
  work: IngestWork,
  read: (load: Load) => O | Promise<O>,
): Promise<Answer<RefusalOr<O>>> {
  work.state ??= {};
  try {
    const output = await read(work.state);
    const lines: Uint8Array<ArrayBuffer>[] = 'lines' in output ? (output.lines as never) : [];
    work.addCpuSeconds(lines.reduce((sum, { length }) => sum + length, 0) * (cpuSecondsPerMb / megabyte));
    if ('file' in output) await closeLoad(work);
    else work.holdBytes(bytesOf(work.state));
    return { output, transfer: lines.map(({ buffer }) => buffer) };
  } catch (error) {
    await closeLoad(work);
    return { output: { refusal: toRefusal(error) } };
  }
}

function joinBody(load: Load, segments: readonly Uint8Array[]): Buffer<ArrayBuffer> {
  const body = joinSegments(segments);
  load.body = body;
  return body;
}

serveTasks<IngestTasks, Load>(
  {
    openFile({ target, maxRows }, work) {
      work.state = { file: createFileLoader(target, maxRows) };
      return { output: null };
    },
    feed: ({ bytes }, work) =>
      orRefusal(work, async (load) => {
        const file = required(load.file);
        await file.feed(bytes, slicesOf(work));
        return { lines: file.takePieces(false), rows: file.rows(), isBehind: file.isBehind() };
      }),
    readOn: (_, work) =>
      orRefusal(work, async (load) => {
        const file = required(load.file);
        await file.read(slicesOf(work));
        return { lines: file.takePieces(false), rows: file.rows(), isBehind: file.isBehind() };
      }),
    endFile: (_, work) =>
      orRefusal(work, async (load): Promise<Lines | LastLines> => {
        const file = required(load.file);
        const loaded = await file.end(slicesOf(work));
        const lines = { lines: file.takePieces(loaded !== null), rows: file.rows() };
        return loaded ? { ...lines, file: loaded } : lines;
      }),
    openWorkbook: ({ target, maxRows, ...file }, work) =>
      orRefusal(work, async (load) => {
        load.workbook = await openWorkbookLoader(target, maxRows, file, slicesOf(work));
        return {};
      }),
    nextRows: (_, work) => orRefusal(work, (load) => required(load.workbook).next()),
    openRecords: ({ segments }, work) =>
      orRefusal(work, async (load) => {
        load.records = await openRecordLoader(joinBody(load, segments), slicesOf(work));
        return load.records.opened;
      }),
    startRecords({ target, maxRows }, work) {
      const load = required(work.state ?? undefined);
      load.rows = required(load.records).start(target, maxRows);
      return { output: null };
    },
    nextRecords: (_, work) => orRefusal(work, (load) => required(load.rows).next()),
    preview: ({ segments }, work) =>
      orRefusal(work, (load) => previewRecords(joinBody(load, segments), slicesOf(work))),
  },
  close,
);
