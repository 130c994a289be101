import { sampleBytes, sniff } from '@warranty/domain/csv/sniff';
import { type CsvTable, openTable } from '@warranty/domain/csv/table';
import type { Slices } from '../../../platform/threads/tasks.ts';
import type { LoadedFile } from '../runs/run.ts';
import type { LoadTarget } from './ingest-messages.ts';
import { createRowLoader, type FileReport, toNotices } from './row-loader.ts';

export type FileLoader = ReturnType<typeof createFileLoader>;

/** Read in one go. */
const chunkBytes = 16 * 1024;
/** What the rows of a chunk take up in memory at most while they are loaded. */
const maxChunkMemory = 1.5 * 1024 * 1024;

/** Reads an uploaded file as it arrives. */
export function createFileLoader(target: LoadTarget, maxRows: number) {
  const { encoding, delimiter } = target.options;
  const loader = createRowLoader(target, maxRows);
  let table: CsvTable | null = null;
  let usedDelimiter = ',';
  /** What was not read yet. At first, until there is enough to detect the file's format. */
  let rest: Uint8Array = new Uint8Array(0);
  /** Since a row was complete: what the reader keeps is not more. */
  let incompleteBytes = 0;
  let chunkMemory = 0;

  function open(): CsvTable {
    const form = sniff(rest, { ...(encoding ? { encoding } : {}), ...(delimiter ? { delimiter } : {}) });
    usedDelimiter = form.delimiter;
    table = openTable(form);
    return table;
  }

  /** Until there is a piece of lines: short rows may lead to lines that are a thousand times as long. */
  async function read(opened: CsvTable, slices: Slices): Promise<void> {
    chunkMemory = maxChunkMemory;
    while (rest.length > 0 && !loader.hasPiece()) {
      if (slices.isSliceOver()) await slices.nextSlice();
      const chunk = rest.subarray(0, chunkBytes);
      rest = rest.subarray(chunkBytes);
      incompleteBytes += chunk.length;
      for (const rows of opened.feedBatches(chunk)) {
        incompleteBytes = chunk.length;
        await loader.take(rows, opened.columns, slices);
      }
    }
    chunkMemory = 0;
  }

  function report(whole: CsvTable): FileReport {
    const { encoding: used, ...found } = whole.report();
    return { format: 'csv', delimiter: usedDelimiter, encoding: used, ...toNotices(found) };
  }

  return {
    rows: loader.rows,
    takePieces: loader.takePieces,
    close: loader.free,
    /** What it keeps in memory. A character of text takes up to two bytes. */
    bytes: () => rest.length + chunkMemory + 2 * incompleteBytes + loader.bytes(),
    /** Whether `read` has to be called before the next `feed`. */
    isBehind: () => table !== null && rest.length > 0,

    /** Reads until there is a piece of lines. */
    async feed(bytes: Uint8Array, slices: Slices): Promise<void> {
      rest = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
      if (table || rest.length >= sampleBytes) await read(table ?? open(), slices);
    },

    /** Continues where the last call stopped. */
    async read(slices: Slices): Promise<void> {
      await read(table ?? open(), slices);
    },

    /** Null if there is a piece of lines to be taken first. */
    async end(slices: Slices): Promise<LoadedFile | null> {
      const whole = table ?? open();
      await read(whole, slices);
      if (rest.length > 0) return null;
      await loader.take(whole.end(), whole.columns, slices);
      return loader.finish(whole.columns, report(whole));
    },
  };
}
