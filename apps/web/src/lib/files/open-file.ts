import type { Column } from '@warranty/domain/csv/columns';
import type { CsvLimits } from '@warranty/domain/csv/csv-error';
import type { CsvRow, UnclosedQuote } from '@warranty/domain/csv/reader';
import { type Sniffed, sampleBytes, sniff } from '@warranty/domain/csv/sniff';
import { openTable } from '@warranty/domain/csv/table';
import { type ByteSource, blobSource } from '@warranty/domain/xlsx/byte-source';
import { isWorkbook, openWorkbook } from '@warranty/domain/xlsx/workbook';
import { openWorkbookTable } from '@warranty/domain/xlsx/workbook-table';
import type { FileReport } from './file-form.ts';
import { type ReportProgress, readRows } from './file-worker.ts';

// Imported only by workers.

/** A file whose rows can be read once, whatever its format. */
export interface RowSource {
  readRows(tell: ReportProgress, take: (rows: CsvRow[]) => void): Promise<void>;
  columns(): readonly Column[];
  report(): FileReport;
}

export interface OpenOptions {
  /** The sheet of a workbook; the first visible one if null. */
  sheet: string | null;
  limits?: CsvLimits;
  unclosedQuote?: UnclosedQuote;
  /** The format of a CSV file, if it is known. */
  sniffed?: Sniffed;
}

export const headOf = async (file: Blob): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(0, sampleBytes).arrayBuffer());

/** The visible sheets of a workbook; none for a CSV file. */
export async function sheetsOf(file: Blob): Promise<string[]> {
  if (!isWorkbook(await headOf(file))) return [];
  const { sheets } = await openWorkbook(blobSource(file));
  return sheets.flatMap(({ name, isVisible }) => (isVisible ? [name] : []));
}

function openCsv(file: Blob, sniffed: Sniffed, { limits, unclosedQuote }: OpenOptions): RowSource {
  const table = openTable(sniffed, limits, unclosedQuote);
  return {
    readRows: (tell, take) => readRows(file, table, tell, take),
    columns: () => table.columns,
    report() {
      const { encoding, ...report } = table.report();
      const { delimiter, bom, hasSeparatorLine, hasHeader } = sniffed;
      return { ...report, hasHeader, form: { kind: 'csv', encoding, bom, delimiter, hasSeparatorLine } };
    },
  };
}

/** Parts of a workbook are read in any order, but about once. */
function withProgress(source: ByteSource, tell: () => ReportProgress): ByteSource {
  let bytes = 0;
  return {
    size: source.size,
    read(start, end) {
      bytes = Math.min(source.size, bytes + end - start);
      tell()(bytes);
      return source.read(start, end);
    },
  };
}

async function openSheet(file: Blob, { sheet, limits }: OpenOptions): Promise<RowSource> {
  let report: ReportProgress = () => undefined;
  const source = withProgress(blobSource(file), () => report);
  const table = await openWorkbookTable(source, sheet, limits);
  return {
    async readRows(tell, take) {
      report = tell;
      for await (const rows of table.rows()) take(rows);
    },
    columns: () => table.columns,
    report: () => ({ ...table.report(), form: { kind: 'xlsx', sheet: table.sheet } }),
  };
}

/** The content decides about the format, not the name. */
export async function openFile(file: Blob, options: OpenOptions): Promise<RowSource> {
  if (options.sniffed) return openCsv(file, options.sniffed, options);
  const head = await headOf(file);
  return isWorkbook(head) ? openSheet(file, options) : openCsv(file, sniff(head), options);
}
