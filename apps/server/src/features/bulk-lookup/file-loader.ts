import { sampleBytes, sniff } from '@warranty/domain/csv/sniff';
import { type CsvTable, openTable } from '@warranty/domain/csv/table';
import type { LoadTarget } from './ingest-messages.ts';
import { createRowLoader, type FileReport, toNotices } from './row-loader.ts';
import type { LoadedFile } from './run.ts';

export type FileLoader = ReturnType<typeof createFileLoader>;

/** Reads an uploaded file as it arrives. */
export function createFileLoader(target: LoadTarget, maxRows: number) {
  const { encoding, delimiter } = target.options;
  const loader = createRowLoader(target, maxRows);
  let table: CsvTable | null = null;
  let usedDelimiter = ',';
  /** Buffered until there is enough to detect the file's format. */
  let head: Uint8Array[] = [];
  let headSize = 0;

  function open(): CsvTable {
    const bytes = Buffer.concat(head);
    head = [];
    const form = sniff(bytes, { ...(encoding ? { encoding } : {}), ...(delimiter ? { delimiter } : {}) });
    usedDelimiter = form.delimiter;
    table = openTable(form);
    loader.take(table.feed(bytes), table.columns);
    return table;
  }

  function report({ report }: CsvTable): FileReport {
    const { counts, encoding: found, notices } = report();
    return {
      format: 'csv',
      delimiter: usedDelimiter,
      encoding: found,
      ...toNotices({ notices, counts }),
    };
  }

  return {
    rows: loader.rows,
    takePieces: loader.takePieces,

    feed(bytes: Uint8Array): void {
      if (table) {
        loader.take(table.feed(bytes), table.columns);
        return;
      }
      head.push(bytes);
      headSize += bytes.length;
      if (headSize >= sampleBytes) open();
    },

    end(): LoadedFile {
      const whole = table ?? open();
      loader.take(whole.end(), whole.columns);
      return loader.finish(whole.columns, report(whole));
    },
  };
}
