import { read } from 'node:fs';
import { promisify } from 'node:util';
import type { ByteSource } from '@warranty/domain/xlsx/byte-source';
import { openWorkbookTable } from '@warranty/domain/xlsx/workbook-table';
import type { Slices } from '../../../platform/threads/tasks.ts';
import { inflateRaw } from '../../../platform/zip/inflate-raw.ts';
import type { LastLines, Lines, LoadTarget } from './ingest-messages.ts';
import { createRowLoader, toNotices } from './row-loader.ts';
import type { WorkbookFile } from './spool-file.ts';

const readFile = promisify(read);
/** What an open workbook takes up in memory besides its texts and rows: streams, styles and the directory of the archive. */
const minBytes = 1024 * 1024;

function fileSource({ descriptor, size }: WorkbookFile, slices: Slices): ByteSource {
  return {
    size,
    inflate: inflateRaw,
    pause: () => (slices.isSliceOver() ? slices.nextSlice() : null),
    async read(start, end) {
      const bytes = new Uint8Array(end - start);
      const { bytesRead } = await readFile(descriptor, bytes, 0, bytes.length, start);
      return bytes.subarray(0, bytesRead);
    },
  };
}

export type WorkbookLoader = Awaited<ReturnType<typeof openWorkbookLoader>>;

/** Reads the rows of a workbook that has arrived: its directory is at its end. */
export async function openWorkbookLoader(
  target: LoadTarget,
  maxRows: number,
  file: WorkbookFile,
  slices: Slices,
) {
  const table = await openWorkbookTable(fileSource(file, slices), target.options.sheet ?? null);
  const loader = createRowLoader(target, maxRows);
  const batches = table.rows();

  function last(): LastLines {
    const { layout, headerLine, ...found } = table.report();
    const form = { format: 'xlsx', delimiter: ',', encoding: 'utf-8' } as const;
    const file = loader.finish(table.columns, { ...form, ...toNotices(found) });
    return { lines: loader.takePieces(true), rows: loader.rows(), file, sheet: { layout, headerLine } };
  }

  return {
    /** Continues until there is about a megabyte of lines, or the sheet ends. */
    async next(): Promise<Lines | LastLines> {
      for (;;) {
        const { value, done } = await batches.next();
        if (done) return last();
        await loader.take(value, table.columns, slices);
        const lines = loader.takePieces(false);
        if (lines.length > 0) return { lines, rows: loader.rows() };
      }
    },
    bytes: () => minBytes + table.textBytes() + loader.bytes(),
    /** After this, the file is no longer read. */
    async close(): Promise<void> {
      loader.free();
      await batches.return(undefined);
    },
  };
}
