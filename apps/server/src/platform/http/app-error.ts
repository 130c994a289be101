import {
  type ErrorCode,
  type ErrorDetail,
  errorCatalog,
  errorMessage,
} from '@warranty/contracts/core/errors';

export interface AppErrorOptions {
  /** Values for the `{name}` placeholders of the message. */
  values?: Record<string, string | number>;
  details?: ErrorDetail[];
  /** Also the value of `{seconds}`. */
  retryAfterSeconds?: number;
  /** Members of the reply in addition to `error` and `code`. */
  extra?: Record<string, unknown>;
  cause?: unknown;
}

/** An error from the catalog. Features throw it by code; a single handler turns it into a reply. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** The placeholder values used in the message. */
  readonly values: Record<string, string | number> | undefined;
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly extra: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const { values, retryAfterSeconds: seconds } = options;
    super(errorMessage(code, seconds === undefined ? values : { seconds, ...values }), {
      cause: options.cause,
    });
    this.name = 'AppError';
    this.code = code;
    this.status = errorCatalog[code].status;
    this.values = options.values;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.extra = options.extra;
  }
}
