import { queryOptions, useQuery } from '@tanstack/react-query';
import { createBulkRun } from '@warranty/contracts/bulk-lookup';
import { maxPreviewRows } from '@warranty/contracts/csv-enrichment';
import { csvLimits } from '@warranty/domain/csv/csv-error';
import { Play } from 'lucide-react';
import { formatBytes } from '../../../lib/format/format-bytes.ts';
import { formatCount, formatNumber } from '../../../lib/format/format-number.ts';
import { useRefusal } from '../../../shared/session/rights.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { SheetChooser } from '../../../ui/form/SheetChooser.tsx';
import { SpreadsheetDrop } from '../../../ui/form/SpreadsheetDrop.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { shorten } from '../shorten.ts';
import { findingsOf } from './checklist.ts';
import { DataPreview } from './DataPreview.tsx';
import { DateFormats } from './DateFormats.tsx';
import { dateQuestions } from './date-formats.ts';
import { FileChecklist } from './FileChecklist.tsx';
import { FileNotices } from './FileNotices.tsx';
import { FileSummary } from './FileSummary.tsx';
import { MappingEditor } from './MappingEditor.tsx';
import type { BulkFile, FileState, ReadFile } from './use-bulk-file.ts';

const hint = `One .csv or .xlsx file, up to ${formatNumber(csvLimits.rows)} rows and ${formatBytes(csvLimits.bytes)}. It is read in your browser.`;

type Refused = Extract<FileState, { step: 'refused' }>;

export function FileDrop({ refused, onFile }: { refused: Refused | null; onFile: (file: File) => void }) {
  const refusal = useRefusal(createBulkRun);
  return (
    <SpreadsheetDrop
      disabled={refusal !== null}
      label="Choose a file"
      hint={hint}
      maxSize={csvLimits.bytes}
      onFile={onFile}
      rejectionMessages={{
        type: 'Only .csv and .xlsx files are supported. Save your spreadsheet as one of them and try again.',
        size: `The file is larger than ${formatBytes(csvLimits.bytes)}.`,
      }}
      error={
        refused && (
          <>
            {refused.message} <span className="text-ink-2">({refused.file.name})</span>
          </>
        )
      }
    />
  );
}

type ReadingCardProps = Omit<Extract<FileState, { step: 'reading' }>, 'step'> & { onRemove: () => void };

export function ReadingCard({ file, bytes, onRemove }: ReadingCardProps) {
  return (
    <Card className="gap-4 p-5">
      <FileSummary file={file} onRemove={onRemove} />
      <Progress
        label="Reading the file"
        value={bytes}
        max={Math.max(file.size, 1)}
        valueText={`${formatBytes(bytes)} of ${formatBytes(file.size)}`}
      />
    </Card>
  );
}

interface RefusedSheetProps {
  refused: Refused;
  onSheet: (sheet: string) => void;
  onRemove: () => void;
}

/** A sheet of a workbook that cannot be used, such as a cover page. */
export function RefusedSheet({ refused, onSheet, onRemove }: RefusedSheetProps) {
  const { file, sheets, sheet, message } = refused;
  return (
    <Card className="gap-4 p-5">
      <FileSummary file={file} onRemove={onRemove} />
      <SheetChooser sheets={sheets} sheet={sheet} onChoose={onSheet} />
      <Alert tone="danger" title={message} live="alert">
        Choose another sheet, or remove the file.
      </Alert>
    </Card>
  );
}

const missingColumn =
  'Could not find required columns. Missing: modelNumber. Please ensure your CSV has columns for model/serial numbers.';

/** Explains which rows are looked up before the user confirms. */
const lookupNote = (rows: number) =>
  rows > maxPreviewRows
    ? `A preview looks up the first ${maxPreviewRows} rows. The others are looked up once you confirm.`
    : 'A preview looks up these rows. The file is made once you confirm.';

interface ReadyCardProps {
  read: ReadFile;
  file: BulkFile;
  /** Vendors that the run can look up. */
  vendors: readonly string[];
  busy: boolean;
  /** True during the upload. */
  disabled: boolean;
  problem: string | null;
  onProcess: () => void;
}

/** A parsed file: its contents, its column mapping and the process button. */
export function ReadyCard({ read, file, vendors, busy, disabled, problem, onProcess }: ReadyCardProps) {
  const { reading, mapping } = read;
  const notices = Object.values(reading.counts).reduce((sum, count) => sum + count, 0);
  const isMissing = mapping.modelNumber === undefined;
  const isFixed = busy || disabled;
  const questions = dateQuestions(read);
  const review = useQuery(reviewOf(read, vendors));
  const open = questions.flatMap(({ isOpen, column }) => (isOpen ? [`"${shorten(column ?? '', 40)}"`] : []));
  return (
    <Card className="gap-6 p-5">
      <FileSummary file={read.csv.file} onRemove={file.remove} disabled={disabled}>
        , {formatCount(reading.rows, 'row')}, {formatCount(reading.columns.length, 'column')}
      </FileSummary>
      {read.sheets.length > 1 && reading.form.kind === 'xlsx' && (
        <SheetChooser
          sheets={read.sheets}
          sheet={reading.form.sheet}
          onChoose={(sheet) => file.choose(read.csv.file, sheet)}
          disabled={isFixed}
        />
      )}
      {isMissing && (
        <Alert tone="danger" title={missingColumn} live="alert">
          Or choose the right column under Model Number below.
        </Alert>
      )}
      <FileChecklist
        findings={findingsOf(reading, mapping, review.data)}
        isReviewing={review.isFetching}
        corrections={read.corrections}
        onCorrect={(row, correction) => file.correct(read.csv, row, correction)}
        onUndo={file.undoCorrection}
        disabled={isFixed}
      />
      {notices > 0 && <FileNotices notices={reading.notices} count={notices} />}
      <MappingEditor read={read} file={file} disabled={isFixed} />
      <DataPreview read={read} />
      {questions.length > 0 && (
        <DateFormats questions={questions} onChoose={file.chooseDateFormat} disabled={isFixed} />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-line border-t pt-4">
        <Button
          variant="primary"
          icon={Play}
          busy={busy}
          disabled={isMissing || open.length > 0 || disabled}
          onClick={onProcess}
        >
          Process File ({formatCount(reading.rows, 'row')})
        </Button>
        <p className="flex-[1_1_14rem] text-ink-2 text-sm">
          {open.length > 0 ? `Choose a date format for ${open.join(', ')} first.` : lookupNote(reading.rows)}
        </p>
      </div>
      {problem && <Alert tone="danger" title={problem} live="alert" />}
    </Card>
  );
}

const cacheMs = 60_000;

/**
 * Rows that the user may want to look at before the run. With the vendors that the confirmation dialog starts with, one pass
 * serves both.
 */
function reviewOf({ csv, mapping }: ReadFile, vendors: readonly string[]) {
  const { modelNumber, manufacturer, deviceModel } = mapping;
  return queryOptions({
    queryKey: ['bulk-file', 'review', csv.id, modelNumber, manufacturer, deviceModel, vendors],
    queryFn: () => csv.ask('review', { mapping, vendors }),
    gcTime: cacheMs,
    enabled: modelNumber !== undefined,
  });
}
