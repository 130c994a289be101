import type { CsvErrorCode } from '@warranty/domain/csv/csv-error';

/** Why a file cannot be read, in the words that the screen shows. */
export class FileReadError extends Error {
  /** Without the words in front of it. */
  readonly reason: string;

  constructor(code: CsvErrorCode | null, reason: string) {
    super(code === 'empty' ? reason : `Failed to parse CSV: ${reason}`);
    this.name = 'FileReadError';
    this.reason = reason;
  }
}
