import type { FieldMapping } from '@warranty/contracts/field-mapping';
import type { Column } from '@warranty/domain/csv/columns';
import type { ColumnProfile } from '@warranty/domain/csv/profile';
import type { Delimiter } from '@warranty/domain/csv/sniff';
import type { RowCounts } from '@warranty/domain/csv/summary';
import type { TableReport } from '@warranty/domain/csv/table';

/** What one pass over a file found. Plain data, because the worker posts it. */
export interface FileReading extends TableReport {
  delimiter: Delimiter;
  bom: boolean;
  hasSeparatorLine: boolean;
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
  read: { question: { file: File }; answer: FileReading };
  count: { question: { mapping: FieldMapping; vendors: readonly string[] }; answer: RowCounts };
}
