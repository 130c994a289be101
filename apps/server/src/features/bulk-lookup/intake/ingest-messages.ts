import type { ErrorCode, ErrorDetail } from '@warranty/contracts/core/errors';
import type { enhanceCsv, previewCsv } from '@warranty/contracts/csv-enrichment';
import type { Column } from '@warranty/domain/csv/columns';
import type { ColumnProfile } from '@warranty/domain/csv/profile';
import type * as z from 'zod/mini';
import type { LoadedFile, ReadSheet, RunRow } from '../runs/run.ts';

/** The run that rows are loaded into. */
export type LoadTarget = Pick<RunRow, 'key' | 'day' | 'options'>;

/** Why rows were rejected, as an error of the catalog. */
export interface Refusal {
  code: ErrorCode;
  values?: Record<string, string | number>;
  details?: ErrorDetail[];
}

/** Rows in COPY format, in pieces of about a megabyte. */
export interface Lines {
  lines: Uint8Array<ArrayBuffer>[];
  /** Rows so far, including these. */
  rows: number;
}

export interface FileLines extends Lines {
  /** Whether there are more lines of the bytes that were fed. */
  isBehind: boolean;
}

export interface LastLines extends Lines {
  file: LoadedFile;
  /** Of a workbook. */
  sheet?: ReadSheet;
}

/** A part of a workbook, to be stored as it is. */
export interface WorkbookPiece {
  workbook: Uint8Array<ArrayBuffer>;
  /** Counted from 0. */
  number: number;
}

export type RefusalOr<T> = T | { refusal: Refusal };

export type PreviewOptions = Omit<z.output<typeof previewCsv.body>, 'csvData'>;
export type EnhanceOptions = Omit<z.output<typeof enhanceCsv.body>, 'csvData'>;

export interface OpenedRecords {
  options: EnhanceOptions;
  rows: number;
  /** Equal for equal rows, however the JSON is formatted. */
  hash: string;
}

export interface PreviewedRecords {
  options: PreviewOptions;
  columns: Column[];
  profiles: ColumnProfile[];
  firstRows: string[][];
}

/** The tasks of the thread. A slot loads one file or body. */
export type IngestTasks = {
  openFile: { input: { target: LoadTarget; maxRows: number }; output: null };
  feed: { input: { bytes: Uint8Array }; output: RefusalOr<FileLines> };
  readOn: { input: null; output: RefusalOr<FileLines> };
  endFile: { input: null; output: RefusalOr<Lines | LastLines> };
  /** A workbook that was written to a file, as its descriptor, which threads share. */
  openWorkbook: {
    input: { target: LoadTarget; maxRows: number; descriptor: number; size: number };
    output: RefusalOr<object>;
  };
  nextRows: { input: null; output: RefusalOr<Lines | LastLines> };
  /** The request body as received. */
  openRecords: { input: { segments: Uint8Array[] }; output: RefusalOr<OpenedRecords> };
  startRecords: { input: { target: LoadTarget; maxRows: number }; output: null };
  nextRecords: { input: null; output: RefusalOr<Lines | LastLines> };
  preview: { input: { segments: Uint8Array[] }; output: RefusalOr<PreviewedRecords> };
};
