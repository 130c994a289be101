import type { FieldMapping } from '@warranty/contracts/field-mapping';
import type { Column } from '@warranty/domain/csv/columns';
import type { ColumnProfile } from '@warranty/domain/csv/profile';
import type { Delimiter } from '@warranty/domain/csv/sniff';
import type { RowCounts } from '@warranty/domain/csv/summary';
import type { TableReport } from '@warranty/domain/csv/table';

/** What is known of a file after it was read once. Plain data: it crosses from the worker. */
export interface FileReading extends TableReport {
  delimiter: Delimiter;
  bom: boolean;
  hasSeparatorLine: boolean;
  hasHeader: boolean;
  columns: Column[];
  profiles: ColumnProfile[];
  detected: FieldMapping;
  /** What the values decided about the mapping, as sentences. */
  mappingNotes: string[];
  firstRows: string[][];
}

/** What the worker can be asked, and what it answers. */
export interface CsvRequests {
  read: { question: { file: File }; answer: FileReading };
  count: { question: { mapping: FieldMapping; vendors: readonly string[] }; answer: RowCounts };
}
