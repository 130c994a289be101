import type { Correction, FileFormat, FileNotice } from '@warranty/contracts/bulk-lookup';
import type { DateFormats } from '@warranty/contracts/date-format';
import type { FieldMapping, ManufacturerStats, PurchaseDateChoice } from '@warranty/contracts/field-mapping';
import type { RetriedOutcome } from '@warranty/contracts/row-outcome';
import type { Column } from '@warranty/domain/csv/columns';
import { correctionsByRow } from '@warranty/domain/csv/corrections';
import type { Encoding } from '@warranty/domain/csv/encoding';
import type { ColumnProfile } from '@warranty/domain/csv/profile';
import type { Delimiter } from '@warranty/domain/csv/sniff';
import type { SheetLayout } from '@warranty/domain/xlsx/sheet-reader';
import type { Sharer } from '../../platform/fairness/shares.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';

/** How a file is to be read and enriched, as requested. */
export interface RunOptions {
  fieldMapping: FieldMapping;
  fillBlankFields: boolean;
  purchaseDate: PurchaseDateChoice | null;
  /** Date formats chosen by the user; the others are detected from all rows. Older runs have none. */
  dateFormats?: DateFormats;
  /** Identifiers that the user gave for single rows. */
  corrections?: Correction[];
  /** Manufacturers to look up, by name. */
  vendors: string[];
  encoding: Encoding | null;
  delimiter: Delimiter | null;
  /** Of a workbook. The first visible sheet is read if there is none. */
  sheet?: string;
  /** Whether a workbook is stored as it is, so that the results can be added to it. */
  keepWorkbook?: boolean;
  fileName: string | null;
}

/** What was detected in the file. */
export interface RunSource {
  columns: readonly Column[];
  /** Per column, in order; null for columns that are neither read nor written. */
  profiles: readonly (ColumnProfile | null)[];
  delimiter: string;
  encoding: string;
  /** The stored workbook that the rows were read from. */
  workbook?: StoredWorkbook;
}

/** What has to be known of the sheet that was read in order to add columns to it. */
export interface ReadSheet {
  layout: SheetLayout;
  /** Null if it has no header. */
  headerLine: number | null;
}

export interface StoredWorkbook extends ReadSheet {
  bytes: number;
}

/** Rows that were not processed although their vendor has a lookup, by vendor. */
export type Unprocessed = Record<string, number>;

/** What a finished run looks up again. */
export interface Retried {
  vendors: readonly string[];
  outcomes: readonly RetriedOutcome[];
}

export interface LoadedFile {
  format: FileFormat;
  source: RunSource;
  totalRows: number;
  skipped: number;
  notProcessed: number;
  unprocessed: Unprocessed;
  manufacturerStats: ManufacturerStats;
  notices: FileNotice[];
  noticesCount: number;
}

export interface NewRun {
  owner: OwnerId;
  /** Of the client that creates it. */
  clientKey: string;
  id: string;
  /** Of the request that created it. */
  hash: Buffer;
  /** `RunOptions` as JSON. */
  options: string;
}

/** A run, and whose turns its file and its chunks take. */
export interface OwnedRun {
  key: string;
  owner: OwnerId;
  /** Of the client that created it. */
  clientKey: string;
}

export const sharerOf = ({ owner, clientKey }: OwnedRun): Sharer => ({ owner, client: { key: clientKey } });

/** What a file takes up. */
export interface FileSize {
  rows: number;
  bytes: number;
}

export interface StoredFile {
  key: string;
  uploadId: string;
  file: LoadedFile;
  /** `file.source` as JSON. */
  source: string;
  /** Including `source`, which can be as large as the header row. */
  bytes: number;
}

/** What an owner's runs add up to, including canceled ones and files that are still arriving. */
export interface StoredRuns {
  runs: number;
  liveRuns: number;
  rows: number;
  /** Without files that are still arriving. */
  loadedRows: number;
  bytes: number;
}

type Asked = Pick<RunOptions, 'fieldMapping' | 'fillBlankFields'> & {
  purchaseDate?: PurchaseDateChoice | undefined;
  dateFormats?: DateFormats | undefined;
  corrections?: Correction[] | undefined;
  vendors?: string[] | undefined;
  encoding?: Encoding | undefined;
  delimiter?: Delimiter | undefined;
  sheet?: string | undefined;
  keepWorkbook?: boolean | undefined;
  fileName?: string | undefined;
};

export function toRunOptions(asked: Asked): RunOptions {
  return {
    fieldMapping: asked.fieldMapping,
    fillBlankFields: asked.fillBlankFields,
    purchaseDate: asked.purchaseDate ?? null,
    ...(asked.dateFormats && { dateFormats: asked.dateFormats }),
    ...(asked.corrections?.length && { corrections: asked.corrections }),
    vendors: asked.vendors ?? ['Dell'],
    encoding: asked.encoding ?? null,
    delimiter: asked.delimiter ?? null,
    ...(asked.sheet && { sheet: asked.sheet }),
    ...(asked.keepWorkbook && { keepWorkbook: true }),
    fileName: asked.fileName ?? null,
  };
}

/** What the user gave for single rows, by row. */
export const correctionsOf = ({ corrections = [] }: Pick<RunOptions, 'corrections'>) =>
  correctionsByRow(corrections);
