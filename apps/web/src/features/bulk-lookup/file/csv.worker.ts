import '../../../lib/browser/schemas-without-eval.ts';
import { vendorsWithKeys } from '@warranty/contracts/vendors';
import { nameColumns } from '@warranty/domain/csv/columns';
import { correctionsByRow } from '@warranty/domain/csv/corrections';
import { detectMapping } from '@warranty/domain/csv/mapping';
import { previewRows } from '@warranty/domain/csv/preview';
import { createProfiler, type Profiler } from '@warranty/domain/csv/profile';
import type { CsvRow } from '@warranty/domain/csv/reader';
import { createRowReader } from '@warranty/domain/csv/row';
import { createRowReviewer } from '@warranty/domain/csv/row-review';
import { createRowCounter } from '@warranty/domain/csv/summary';
import { type ReportProgress, serveRequests } from '../../../lib/files/file-worker.ts';
import { headOf, openFile, sheetsOf } from '../../../lib/files/open-file.ts';
import type { CsvRequests, FileReading } from './csv-messages.ts';

// All work that touches every row of a file runs here, so that the page stays responsive. No rows are stored: a task that
// needs all rows reads the file again.

interface OpenFile {
  file: File;
  sheet: string | null;
  reading: FileReading;
}

let opened: OpenFile | null = null;

async function read({ file, sheet }: CsvRequests['read']['question'], tell: ReportProgress) {
  const source = await openFile(file, { sheet });
  const firstRows: CsvRow[] = [];
  let profiler: Profiler | null = null;
  await source.readRows(tell, (rows) => {
    const { length } = source.columns();
    profiler ??= length > 0 ? createProfiler(length) : null;
    for (const row of rows) {
      profiler?.add(row.cells);
      if (firstRows.length < previewRows) firstRows.push(row);
    }
  });
  const columns = [...source.columns()];
  const profiles = (profiler ?? createProfiler(0)).profiles();
  const { mapping, notes } = detectMapping(columns, profiles);
  const found = { columns, profiles, firstRows, detected: mapping, mappingNotes: notes };
  const reading: FileReading = { ...source.report(), ...found };
  opened = { file, sheet, reading };
  return reading;
}

function requireFile(): OpenFile {
  if (!opened) throw new Error('no file was read');
  return opened;
}

type ScanQuestion = CsvRequests['count']['question'];

/** The review starts when a file is read and its counts are needed later, so the last pass serves both. */
let lastScan: { key: string; result: ReturnType<typeof scanRows> } | null = null;
let wantedReview = '';

const keyOf = ({ mapping: { modelNumber, manufacturer, deviceModel }, vendors, corrections }: ScanQuestion) =>
  JSON.stringify([modelNumber, manufacturer, deviceModel, vendors, corrections]);

/** What one pass over all rows finds, once the meaning of the columns is known. */
async function scanRows(question: ScanQuestion, isWanted: () => boolean) {
  const { mapping, vendors, corrections } = question;
  const { file, sheet, reading } = requireFile();
  const { columns, profiles } = reading;
  const corrected = correctionsByRow(corrections);
  const readRow = createRowReader({ columns, mapping, vendors, damage: profiles });
  const counter = createRowCounter(columns.length);
  const reviewer = createRowReviewer(columns, mapping);
  const source = await openFile(file, { sheet });
  let rowsRead = 0;
  await source.readRows(
    () => undefined,
    (rows) => {
      if (!isWanted()) throw new Error('other columns were chosen');
      for (const row of rows) {
        rowsRead += 1;
        const found = readRow(row.cells, corrected.get(rowsRead));
        counter.add(row.cells, found);
        reviewer.add(row, found);
      }
    },
  );
  return { counts: counter.counts(), review: reviewer.review() };
}

function scan(question: ScanQuestion, isWanted: () => boolean): ReturnType<typeof scanRows> {
  const key = keyOf(question);
  if (lastScan?.key === key) return lastScan.result;
  const result = scanRows(question, isWanted);
  const started = { key, result };
  lastScan = started;
  // A failed pass must be possible again.
  result.catch(() => {
    if (lastScan === started) lastScan = null;
  });
  return result;
}

async function count(question: ScanQuestion) {
  // The counts may be known already, but the file must still be the one that was read.
  await headOf(requireFile().file);
  return (await scan(question, () => true)).counts;
}

async function review(question: CsvRequests['review']['question']) {
  const whole = { ...question, corrections: [] };
  const key = keyOf(whole);
  wantedReview = key;
  return (await scan(whole, () => wantedReview === key)).review;
}

const correctedColumns = nameColumns(['Identifier', 'Manufacturer', 'Model']);
const correctedMapping = { modelNumber: 'Identifier', manufacturer: 'Manufacturer', deviceModel: 'Model' };
/** The vendors of a run are chosen later. */
const vendors = vendorsWithKeys.map(({ name }) => name);

function checkCorrection({ row, correction }: CsvRequests['checkCorrection']['question']) {
  const readRow = createRowReader({ columns: correctedColumns, mapping: correctedMapping, vendors });
  const { action, identifier, reason } = readRow([row.cell, row.manufacturer, row.model], correction);
  return { lookedUpAs: action === 'look-up' ? identifier : null, reason };
}

serveRequests<CsvRequests>({ sheets: ({ file }) => sheetsOf(file), read, count, review, checkCorrection });
