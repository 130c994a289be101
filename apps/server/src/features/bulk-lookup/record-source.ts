import { type Column, cellsOf, columnsOfRecords } from '@warranty/domain/csv/columns';
import type { RowSource } from './load.ts';

type CsvRecord = Readonly<Record<string, string>>;

/** How the file looked that the rows came from. */
interface RecordForm {
  columns?: readonly string[] | undefined;
  headers?: readonly string[] | undefined;
  delimiter?: string | undefined;
}

const rowsTogether = 500;

/** Rows that came as JSON, as if they had been a file with commas. */
export function recordSource(
  records: readonly CsvRecord[],
  { columns: order = [], headers = [], delimiter = ',' }: RecordForm,
): RowSource {
  const named = columnsOfRecords(records, order);
  const columns: readonly Column[] = named.map((column, at) => ({
    ...column,
    header: headers[at] ?? column.header,
  }));
  return {
    columns,
    async *rows() {
      for (let from = 0; from < records.length; from += rowsTogether) {
        const some = records.slice(from, from + rowsTogether);
        // The header is line 1.
        yield some.map((record, at) => ({ line: from + at + 2, cells: cellsOf(columns, record) }));
      }
    },
    report: () => ({ delimiter, encoding: 'utf-8', notices: [], noticesCount: 0 }),
  };
}
