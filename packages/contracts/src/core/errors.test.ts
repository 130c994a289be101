import { describe, expect, it } from 'vitest';
import {
  commonErrors,
  type ErrorCode,
  errorCatalog,
  errorCodes,
  errorMessage,
  errorReply,
  isBusyError,
} from './errors.ts';

/** Wording from the specification, which has no final period. */
const specified: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'Invalid request data',
  not_found: 'Not found',
  file_refused: 'Failed to parse CSV: {reason}',
  file_empty: 'CSV file is empty',
  image_too_large: 'File too large. Maximum size is 10MB',
  image_type_refused: 'Invalid file type. Please upload JPEG, PNG, or WebP images',
  image_refused: 'Failed to process image. Please try again',
  unsupported_vendor: 'Unsupported vendor',
  unsupported_operation: 'Unsupported operation',
  parameters_refused: 'Parameter validation failed',
  endpoint_unresolved: 'Unable to resolve endpoint',
  custom_url_incomplete: 'URL and method are required in custom URL mode',
};

const placeholders = (code: ErrorCode) =>
  Array.from(errorCatalog[code].error.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);

describe.each(errorCodes)('the error %s', (code) => {
  const { status, error } = errorCatalog[code];

  it('has an error status', () => {
    expect(Number.isInteger(status)).toBe(true);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
  });

  it('has a message that is a sentence', () => {
    if (specified[code]) expect(error).toBe(specified[code]);
    else expect(error).toMatch(/^(?:[A-Z{]|'\{).*[^\s.][.?]$/);
    expect(error).not.toMatch(/\s{2}|!/);
  });

  it('has a stable, machine-readable code', () => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(errorReply.safeParse({ error, code }).success).toBe(true);
  });

  it('has no placeholder left after its values are filled in', () => {
    const values = Object.fromEntries(placeholders(code).map((name, index) => [name, `value${index}`]));
    const sentence = errorMessage(code, values);
    expect(sentence).not.toMatch(/[{}]/);
    for (const value of Object.values(values)) expect(sentence).toContain(value);
  });
});

describe('isBusyError', () => {
  it('is true for what passes without help, and false for what broke', () => {
    const unavailable = errorCodes.filter((code) => errorCatalog[code].status === 503);
    expect(Object.groupBy(unavailable, (code) => (isBusyError(code) ? 'busy' : 'broken'))).toEqual({
      busy: ['overloaded', 'too_many_files', 'reader_busy', 'predictor_busy', 'relay_busy', 'vendor_busy'],
      broken: [
        'provider_unavailable',
        'not_ready',
        'upload_interrupted',
        'prediction_stopped',
        'vendor_unreachable',
        'vendor_unexpected',
        'database_unavailable',
      ],
    });
    expect(errorCodes.filter(isBusyError).every((code) => errorCatalog[code].status === 503)).toBe(true);
  });
});

describe('errorMessage', () => {
  it('fills in numbers and strings', () => {
    expect(errorMessage('too_many_requests', { seconds: 7 })).toBe(
      'Too many requests. Try again in 7 seconds.',
    );
    expect(errorMessage('not_ready', { reason: 'shutting down' })).toBe(
      'The server is not ready: shutting down.',
    );
    expect(errorMessage('body_too_large', { limit: 0 })).toBe('The request is larger than 0 bytes.');
  });

  it('inserts a value unchanged, even if it looks like a placeholder or a pattern', () => {
    expect(errorMessage('not_ready', { reason: "{reason} $& $'" })).toBe(
      "The server is not ready: {reason} $& $'.",
    );
  });

  it('shows the placeholder if a value is missing', () => {
    expect(errorMessage('not_ready')).toBe('The server is not ready: {reason}.');
    expect(errorMessage('not_ready', { other: 1 })).toBe('The server is not ready: {reason}.');
  });
});

describe('errorReply', () => {
  it('rejects a code that is not in the catalog', () => {
    expect(errorReply.safeParse({ error: 'x', code: 'made_up' }).success).toBe(false);
  });

  it('accepts every code that all endpoints share', () => {
    expect(errorCodes).toEqual(expect.arrayContaining([...commonErrors]));
  });
});
