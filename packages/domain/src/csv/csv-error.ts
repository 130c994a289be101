export interface CsvLimits {
  /** Not counting the header. */
  rows: number;
  columns: number;
  /** In characters. */
  cell: number;
  bytes: number;
}

export const csvLimits: CsvLimits = {
  rows: 1_000_000,
  columns: 500,
  cell: 32 * 1024,
  bytes: 500 * 1024 * 1024,
};

export type CsvErrorCode =
  | 'empty'
  | 'not-text'
  | 'too-many-rows'
  | 'too-many-columns'
  | 'cell-too-long'
  | 'unclosed-quote'
  | 'file-too-large'
  /** The message is a complete sentence about a workbook. */
  | 'workbook';

/** Why a file cannot be read at all. The message is for users and includes the line. */
export class CsvError extends Error {
  readonly code: CsvErrorCode;
  /** The physical line in the file, starting at 1; null if the error is not about a line. */
  readonly line: number | null;

  constructor(code: CsvErrorCode, message: string, line: number | null = null) {
    super(message);
    this.name = 'CsvError';
    this.code = code;
    this.line = line;
  }
}

export const formatNumber = (count: number): string => count.toLocaleString('en-US');
