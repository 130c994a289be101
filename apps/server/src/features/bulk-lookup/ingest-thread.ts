import { CsvError } from '@warranty/domain/csv/csv-error';
import { AppError } from '../../platform/http/app-error.ts';
import { serveTasks } from '../../platform/threads/serve-tasks.ts';
import type { Answer } from '../../platform/threads/tasks.ts';
import { createFileLoader, type FileLoader } from './file-loader.ts';
import type { IngestTasks, Refusal, RefusalOr } from './ingest-messages.ts';
import { openRecordLoader, previewRecords, type RecordLoader } from './record-loader.ts';
import { openWorkbookLoader, type WorkbookLoader } from './workbook-loader.ts';

// Entry point of a thread that reads files and rows, so that the main thread can keep serving requests and a hostile file
// can be stopped. Many loads can be open concurrently: a slow upload only holds a little memory here.

const files = new Map<string, FileLoader>();
const workbooks = new Map<string, WorkbookLoader>();
const records = new Map<string, RecordLoader>();
const recordLoads = new Map<string, ReturnType<RecordLoader['start']>>();

async function close(id: string): Promise<void> {
  const workbook = workbooks.get(id);
  workbooks.delete(id);
  files.delete(id);
  records.delete(id);
  recordLoads.delete(id);
  await workbook?.close();
}

function requireLoad<L>(loads: Map<string, L>, id: string): L {
  const load = loads.get(id);
  if (load === undefined) throw new Error(`the load ${id} is not open`);
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

/** A rejected load is closed. */
async function orRefusal<O extends object>(
  id: string | null,
  work: () => O | Promise<O>,
): Promise<Answer<RefusalOr<O>>> {
  try {
    const output = await work();
    const lines: Uint8Array<ArrayBuffer>[] = 'lines' in output ? (output.lines as never) : [];
    return { output, transfer: lines.map(({ buffer }) => buffer) };
  } catch (error) {
    if (id !== null) await close(id);
    return { output: { refusal: toRefusal(error) } };
  }
}

serveTasks<IngestTasks>({
  openFile({ id, target, maxRows }) {
    files.set(id, createFileLoader(target, maxRows));
    return { output: null };
  },
  feed: ({ id, bytes }) =>
    orRefusal(id, () => {
      const file = requireLoad(files, id);
      file.feed(bytes);
      return { lines: file.takePieces(false), rows: file.rows() };
    }),
  endFile: ({ id }) =>
    orRefusal(id, async () => {
      const file = requireLoad(files, id);
      const loaded = file.end();
      await close(id);
      return { lines: file.takePieces(true), rows: file.rows(), file: loaded };
    }),
  openWorkbook: ({ id, target, maxRows, ...file }) =>
    orRefusal(id, async () => {
      workbooks.set(id, await openWorkbookLoader(target, maxRows, file));
      return {};
    }),
  nextRows: ({ id }) => orRefusal(id, () => requireLoad(workbooks, id).next()),
  openRecords: ({ id, segments }) =>
    orRefusal(id, () => {
      const loader = openRecordLoader(segments);
      records.set(id, loader);
      return loader.opened;
    }),
  startRecords({ id, target, maxRows }) {
    recordLoads.set(id, requireLoad(records, id).start(target, maxRows));
    return { output: null };
  },
  nextRecords: ({ id }) =>
    orRefusal(id, async () => {
      const next = requireLoad(recordLoads, id).next();
      if (next.file) await close(id);
      return next;
    }),
  async close({ id }) {
    await close(id);
    return { output: null };
  },
  preview: ({ segments }) => orRefusal(null, () => previewRecords(segments)),
});
