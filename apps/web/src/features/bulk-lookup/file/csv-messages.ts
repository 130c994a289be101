import type { FieldMapping } from '@warranty/contracts/field-mapping';
import type { Column } from '@warranty/domain/csv/columns';
import type { SniffedEncoding } from '@warranty/domain/csv/encoding';
import type { ColumnProfile } from '@warranty/domain/csv/profile';
import type { Delimiter } from '@warranty/domain/csv/sniff';
import type { RowCounts } from '@warranty/domain/csv/summary';
import type { TableReport } from '@warranty/domain/csv/table';

export interface CsvForm {
  kind: 'csv';
  encoding: SniffedEncoding['encoding'];
  bom: boolean;
  delimiter: Delimiter;
  hasSeparatorLine: boolean;
}

export interface WorkbookForm {
  kind: 'xlsx';
  /** The sheet that was read. */
  sheet: string;
}

export type FileForm = CsvForm | WorkbookForm;

/** What one pass over a file found. Plain data, because the worker posts it. */
export interface FileReading extends Omit<TableReport, 'encoding'> {
  form: FileForm;
  hasHeader: boolean;
  columns: Column[];
  profiles: ColumnProfile[];
  detected: FieldMapping;
  /** Explanations of mapping decisions that depend on cell values. */
  mappingNotes: string[];
  firstRows: string[][];
}

/** Requests to the worker and their results. */
export interface CsvRequests {
  /** The visible sheets of a workbook; empty for a CSV file. */
  sheets: { question: { file: File }; answer: string[] };
  read: { question: { file: File; sheet: string | null }; answer: FileReading };
  count: { question: { mapping: FieldMapping; vendors: readonly string[] }; answer: RowCounts };
}
