import type { Sniffed } from '@warranty/domain/csv/sniff';
import type { TableReport } from '@warranty/domain/csv/table';

export interface CsvForm extends Pick<Sniffed, 'encoding' | 'bom' | 'delimiter' | 'hasSeparatorLine'> {
  kind: 'csv';
}

interface WorkbookForm {
  kind: 'xlsx';
  /** The sheet that was read. */
  sheet: string;
}

export type FileForm = CsvForm | WorkbookForm;

/** What one pass over a file says about it, apart from its rows. Plain data, because workers post it. */
export interface FileReport extends Omit<TableReport, 'encoding'> {
  form: FileForm;
  hasHeader: boolean;
}
