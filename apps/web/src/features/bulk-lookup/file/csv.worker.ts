import '../../../lib/schemas-without-eval.ts';
import { detectMapping } from '@warranty/domain/csv/mapping';
import { previewRows } from '@warranty/domain/csv/preview';
import { createProfiler, type Profiler } from '@warranty/domain/csv/profile';
import { createRowReader } from '@warranty/domain/csv/row';
import { createRowCounter, type RowCounts } from '@warranty/domain/csv/summary';
import { isWorkbook } from '@warranty/domain/xlsx/workbook';
import { type ReportProgress, serveRequests } from '../../../lib/file-worker.ts';
import type { CsvRequests, FileReading } from './csv-messages.ts';
import { headOf, openFile, workbookSheets } from './open-file.ts';

// All work that touches every row of a file runs here, so that the page stays responsive. No rows are stored: a task that
// needs all rows reads the file again.

interface OpenFile {
  file: File;
  sheet: string | null;
  reading: FileReading;
}

let opened: OpenFile | null = null;

async function sheets({ file }: { file: File }): Promise<string[]> {
  return isWorkbook(await headOf(file)) ? workbookSheets(file) : [];
}

async function read(
  { file, sheet }: CsvRequests['read']['question'],
  tell: ReportProgress,
): Promise<FileReading> {
  const source = await openFile(file, sheet);
  const firstRows: string[][] = [];
  let profiler: Profiler | null = null;
  await source.readRows(tell, (rows) => {
    const { length } = source.columns();
    profiler ??= length > 0 ? createProfiler(length) : null;
    for (const { cells } of rows) {
      profiler?.add(cells);
      if (firstRows.length < previewRows) firstRows.push(cells);
    }
  });
  const columns = [...source.columns()];
  const profiles = (profiler ?? createProfiler(0)).profiles();
  const { mapping, notes } = detectMapping(columns, profiles);
  const reading = {
    ...source.report(),
    columns,
    profiles,
    firstRows,
    detected: mapping,
    mappingNotes: notes,
  };
  opened = { file, sheet, reading };
  return reading;
}

function requireFile(): OpenFile {
  if (!opened) throw new Error('no file was read');
  return opened;
}

async function count(
  { mapping, vendors }: CsvRequests['count']['question'],
  tell: ReportProgress,
): Promise<RowCounts> {
  const { file, sheet, reading } = requireFile();
  const { columns, profiles } = reading;
  const readRow = createRowReader({ columns, mapping, vendors, damage: profiles });
  const counter = createRowCounter(columns.length);
  const source = await openFile(file, sheet);
  await source.readRows(tell, (rows) => {
    for (const { cells } of rows) counter.add(cells, readRow(cells));
  });
  return counter.counts();
}

serveRequests<CsvRequests>({ sheets, read, count });
