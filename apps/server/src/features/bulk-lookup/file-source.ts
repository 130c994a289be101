import type { FileNotice } from '@warranty/contracts/bulk-lookup';
import { sampleBytes, sniff } from '@warranty/domain/csv/sniff';
import { type CsvTable, openTable } from '@warranty/domain/csv/table';
import type { RowSource } from './load.ts';
import type { RunOptions } from './run.ts';

const mostNotices = 100;

/** An uploaded file, read as it arrives. */
export function fileSource(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, delimiter }: Pick<RunOptions, 'encoding' | 'delimiter'>,
): RowSource {
  let table: CsvTable | null = null;
  let usedDelimiter = ',';

  function open(head: Uint8Array): CsvTable {
    const form = sniff(head, { ...(encoding ? { encoding } : {}), ...(delimiter ? { delimiter } : {}) });
    usedDelimiter = form.delimiter;
    return openTable(form);
  }

  return {
    get columns() {
      return table?.columns ?? [];
    },
    async *rows() {
      let head: Uint8Array[] = [];
      let size = 0;
      for await (const piece of bytes) {
        if (table) {
          yield table.feed(piece);
          continue;
        }
        head.push(piece);
        size += piece.length;
        if (size < sampleBytes) continue;
        const all = Buffer.concat(head);
        head = [];
        table = open(all);
        yield table.feed(all);
      }
      if (!table) {
        const all = Buffer.concat(head);
        table = open(all);
        yield table.feed(all);
      }
      yield table.end();
    },
    report() {
      const report = table?.report();
      const counts = Object.values(report?.counts ?? {});
      return {
        delimiter: usedDelimiter,
        encoding: report?.encoding ?? 'utf-8',
        notices: (report?.notices ?? []).slice(0, mostNotices).map(toNotice),
        noticesCount: counts.reduce((sum, count) => sum + count, 0),
      };
    },
  };
}

function toNotice({ line, message }: { line: number; message: string }): FileNotice {
  return { line, message };
}
