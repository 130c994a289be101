import '../../../lib/schemas-without-eval.ts';
import { detectMapping } from '@warranty/domain/csv/mapping';
import { previewRows } from '@warranty/domain/csv/preview';
import { createProfiler, type Profiler } from '@warranty/domain/csv/profile';
import { createRowReader } from '@warranty/domain/csv/row';
import { type Sniffed, sampleBytes, sniff } from '@warranty/domain/csv/sniff';
import { createRowCounter, type RowCounts } from '@warranty/domain/csv/summary';
import { openTable } from '@warranty/domain/csv/table';
import { type ReportProgress, readRows, serveRequests } from '../../../lib/file-worker.ts';
import type { CsvRequests, FileReading } from './csv-messages.ts';

// All work that touches every row of a file runs here, so that the page stays responsive. No rows are stored: a task that
// needs all rows reads the file again.

interface OpenFile {
  file: File;
  sniffed: Sniffed;
  reading: FileReading;
}

let opened: OpenFile | null = null;

async function read({ file }: { file: File }, tell: ReportProgress): Promise<FileReading> {
  const sniffed = sniff(new Uint8Array(await file.slice(0, sampleBytes).arrayBuffer()));
  const table = openTable(sniffed);
  const firstRows: string[][] = [];
  let profiler: Profiler | null = null;
  await readRows(file, table, tell, (rows) => {
    profiler ??= table.columns.length > 0 ? createProfiler(table.columns.length) : null;
    for (const { cells } of rows) {
      profiler?.add(cells);
      if (firstRows.length < previewRows) firstRows.push(cells);
    }
  });
  const columns = [...table.columns];
  const profiles = (profiler ?? createProfiler(0)).profiles();
  const { mapping, notes } = detectMapping(columns, profiles);
  const { delimiter, bom, hasSeparatorLine, hasHeader } = sniffed;
  const reading = {
    ...table.report(),
    ...{ delimiter, bom, hasSeparatorLine, hasHeader, columns, profiles, firstRows },
    detected: mapping,
    mappingNotes: notes,
  };
  opened = { file, sniffed, reading };
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
  const { file, sniffed, reading } = requireFile();
  const { columns, profiles } = reading;
  const readRow = createRowReader({ columns, mapping, vendors, damage: profiles });
  const counter = createRowCounter(columns.length);
  await readRows(file, openTable(sniffed), tell, (rows) => {
    for (const { cells } of rows) counter.add(cells, readRow(cells));
  });
  return counter.counts();
}

serveRequests<CsvRequests>({ read, count });
