import type { Correction, createBulkRun } from '@warranty/contracts/bulk-lookup';
import type { Parsed } from '@warranty/contracts/core/endpoint';
import type { DateFormats } from '@warranty/contracts/date-format';
import type { FieldMapping, PurchaseDateChoice } from '@warranty/contracts/field-mapping';
import type { Column } from '@warranty/domain/csv/columns';
import { correctionsByRow } from '@warranty/domain/csv/corrections';
import type { Encoding } from '@warranty/domain/csv/encoding';
import type { ColumnProfile } from '@warranty/domain/csv/profile';
import type { Delimiter } from '@warranty/domain/csv/sniff';
import type { SheetLayout } from '@warranty/domain/xlsx/sheet-reader';
import type { Arrived, LookupOptions } from '../../../lookups/runs/run.ts';
import type { RunsStore as LookupRunsStore } from '../../../lookups/runs/runs.store.ts';
import type { StoredRun } from '../../../lookups/runs/stored-runs.store.ts';
import { AppError } from '../../../platform/http/app-error.ts';

/** Column names may be as long as a cell, but not all of them. */
const maxOptionsBytes = 64 * 1024;

/** A run whose rows come from a file. */
export type RunRow = StoredRun<RunOptions>;
/** The fields that a list shows. */
export type ListedRun = StoredRun<Pick<RunOptions, 'fileName' | 'vendors' | 'keepWorkbook'>>;
/** With the name of who created it, instead of the person's id; missing for browsers. */
export type NamedRun = Omit<ListedRun, 'createdBy'> & { createdBy?: string | null };
export type RunsStore = LookupRunsStore<RunOptions, RunSource>;

/** How a file is to be read and enriched, as requested. */
export interface RunOptions extends LookupOptions {
  fieldMapping: FieldMapping;
  fillBlankFields: boolean;
  purchaseDate: PurchaseDateChoice | null;
  /** Date formats chosen by the user; the others are detected from all rows. Older runs have none. */
  dateFormats?: DateFormats;
  /** Identifiers that the user gave for single rows. */
  corrections?: Correction[];
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

export interface LoadedFile extends Arrived {
  source: RunSource;
}

/** Not every endpoint takes all options. */
type Asked = Partial<Parsed<typeof createBulkRun>['body']> &
  Pick<RunOptions, 'fieldMapping' | 'fillBlankFields'>;

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

export function toStoredOptions(options: RunOptions): string {
  const text = JSON.stringify(options);
  if (Buffer.byteLength(text) <= maxOptionsBytes) return text;
  const message = `The options of a run must not exceed ${maxOptionsBytes} bytes as JSON.`;
  throw new AppError('invalid_request', { details: [{ path: 'body', message }] });
}

/** What the user gave for single rows, by row. */
export const correctionsOf = ({ corrections = [] }: Pick<RunOptions, 'corrections'>) =>
  correctionsByRow(corrections);
