import type { Correction } from '@warranty/contracts/bulk-lookup';
import type { FieldMapping } from '@warranty/contracts/field-mapping';
import type { Column } from '@warranty/domain/csv/columns';
import type { RowCorrection } from '@warranty/domain/csv/corrections';
import type { ColumnProfile } from '@warranty/domain/csv/profile';
import type { CsvRow } from '@warranty/domain/csv/reader';
import type { ListedRow, RowReview } from '@warranty/domain/csv/row-review';
import type { RowCounts } from '@warranty/domain/csv/summary';
import type { FileReport } from '../../../lib/files/file-form.ts';

/** What one pass over a file found. Plain data, because the worker posts it. */
export interface FileReading extends FileReport {
  columns: Column[];
  profiles: ColumnProfile[];
  detected: FieldMapping;
  /** Explanations of mapping decisions that depend on cell values. */
  mappingNotes: string[];
  firstRows: CsvRow[];
}

interface RowsQuestion {
  mapping: FieldMapping;
  vendors: readonly string[];
}

/** Requests to the worker and their results. */
export interface CsvRequests {
  /** The visible sheets of a workbook; empty for a CSV file. */
  sheets: { question: { file: File }; answer: string[] };
  read: { question: { file: File; sheet: string | null }; answer: FileReading };
  count: { question: RowsQuestion & { corrections: readonly Correction[] }; answer: RowCounts };
  /** Rows that the user may want to look at. A later request for other columns ends this one. */
  review: { question: RowsQuestion; answer: RowReview };
  /** What becomes of a row with this correction. */
  checkCorrection: {
    question: { row: ListedRow; correction: RowCorrection };
    answer: { lookedUpAs: string | null; reason: string | null };
  };
}
