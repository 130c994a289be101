import type { Column } from '@warranty/domain/csv/columns';
import type { CsvRow } from '@warranty/domain/csv/reader';
import { sampleBytes, sniff } from '@warranty/domain/csv/sniff';
import { openTable } from '@warranty/domain/csv/table';
import { type ByteSource, blobSource } from '@warranty/domain/xlsx/byte-source';
import { isWorkbook, openWorkbook } from '@warranty/domain/xlsx/workbook';
import { openWorkbookTable } from '@warranty/domain/xlsx/workbook-table';
import { type ReportProgress, readRows } from '../../../lib/file-worker.ts';
import type { FileReading } from './csv-messages.ts';

// Imported only by the worker.

type FileReport = Omit<FileReading, 'columns' | 'profiles' | 'detected' | 'mappingNotes' | 'firstRows'>;

/** A file whose rows can be read once, whatever its format. */
interface RowSource {
  readRows(tell: ReportProgress, take: (rows: CsvRow[]) => void): Promise<void>;
  columns(): readonly Column[];
  report(): FileReport;
}

export const headOf = async (file: File): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(0, sampleBytes).arrayBuffer());

export async function workbookSheets(file: File): Promise<string[]> {
  const { sheets } = await openWorkbook(blobSource(file));
  return sheets.flatMap(({ name, isVisible }) => (isVisible ? [name] : []));
}

function openCsv(file: File, head: Uint8Array): RowSource {
  const sniffed = sniff(head);
  const table = openTable(sniffed);
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

async function openSheet(file: File, sheet: string | null): Promise<RowSource> {
  let report: ReportProgress = () => undefined;
  const source = withProgress(blobSource(file), () => report);
  const table = await openWorkbookTable(source, sheet);
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
export async function openFile(file: File, sheet: string | null): Promise<RowSource> {
  const head = await headOf(file);
  return isWorkbook(head) ? openSheet(file, sheet) : openCsv(file, head);
}
