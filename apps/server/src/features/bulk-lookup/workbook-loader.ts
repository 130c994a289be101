import { read } from 'node:fs';
import { promisify } from 'node:util';
import type { ByteSource } from '@warranty/domain/xlsx/byte-source';
import { openWorkbookTable } from '@warranty/domain/xlsx/workbook-table';
import type { LastLines, Lines, LoadTarget } from './ingest-messages.ts';
import { createRowLoader, toNotices } from './row-loader.ts';

const readFile = promisify(read);

function fileSource(descriptor: number, size: number): ByteSource {
  return {
    size,
    async read(start, end) {
      const bytes = new Uint8Array(end - start);
      const { bytesRead } = await readFile(descriptor, bytes, 0, bytes.length, start);
      return bytes.subarray(0, bytesRead);
    },
  };
}

export interface WorkbookFile {
  descriptor: number;
  size: number;
}

export type WorkbookLoader = Awaited<ReturnType<typeof openWorkbookLoader>>;

/** Reads the rows of a workbook that has arrived: its directory is at its end. */
export async function openWorkbookLoader(
  target: LoadTarget,
  maxRows: number,
  { descriptor, size }: WorkbookFile,
) {
  const table = await openWorkbookTable(fileSource(descriptor, size), target.options.sheet ?? null);
  const loader = createRowLoader(target, maxRows);
  const batches = table.rows();

  function last(): LastLines {
    const report = {
      format: 'xlsx',
      delimiter: ',',
      encoding: 'utf-8',
      ...toNotices(table.report()),
    } as const;
    const file = loader.finish(table.columns, report);
    return { lines: loader.takePieces(true), rows: loader.rows(), file };
  }

  return {
    /** Continues until there is about a megabyte of lines, or the sheet ends. */
    async next(): Promise<Lines | LastLines> {
      for (;;) {
        const { value, done } = await batches.next();
        if (done) return last();
        loader.take(value, table.columns);
        const lines = loader.takePieces(false);
        if (lines.length > 0) return { lines, rows: loader.rows() };
      }
    },
    /** After this, the file is no longer read. */
    close: () => batches.return(undefined),
  };
}
