import type { CsvErrorCode } from '@warranty/domain/csv/csv-error';

/** Why a file cannot be read. The message is shown to the user. */
export class FileReadError extends Error {
  /** The message without its prefix. */
  readonly reason: string;

  constructor(code: CsvErrorCode | null, reason: string) {
    super(code === 'empty' || code === 'workbook' ? reason : `Failed to parse CSV: ${reason}`);
    this.name = 'FileReadError';
    this.reason = reason;
  }
}
