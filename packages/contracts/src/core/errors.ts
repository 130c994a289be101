import * as z from 'zod/mini';
import { peopleErrors } from './people-errors.ts';

interface CatalogEntry {
  status: number;
  error: string;
  /** Nothing is broken: there is too much to do right now, and the same request works a moment later. */
  busy?: true;
}

/**
 * Every error the API can return: its code, its status and the message a user reads. The code that throws the error fills
 * in `{name}` in a message.
 */
export const errorCatalog = {
  invalid_request: { status: 400, error: 'Invalid request data' },
  no_session: { status: 401, error: 'You have no active session. Reload the page to start one.' },
  session_only: {
    status: 403,
    error:
      'This endpoint requires a browser session. /api/docs lists the endpoints that accept access tokens.',
  },
  token_refused: { status: 401, error: 'This access token is not valid.' },
  agent_secret_refused: { status: 401, error: 'This agent secret is not valid.' },
  scope_missing: { status: 403, error: 'This access token does not have the scope {scope}.' },
  ...peopleErrors,
  agent_secret_bound: {
    status: 403,
    error:
      'This agent secret belongs to another agent. Create one for this agent, or choose "Use with another agent" on the Download Agents page.',
  },
  cross_site: { status: 403, error: 'This request came from another site and was blocked.' },
  custom_urls_off: {
    status: 403,
    error: 'The administrator has disabled server requests to custom URLs.',
  },
  not_found: { status: 404, error: 'Not found' },
  agent_not_built: {
    status: 404,
    error: 'Agent binaries are currently being built. Please check back soon.',
  },
  run_conflict: {
    status: 409,
    error: 'This run ID is already in use. Use a new ID or repeat the original request.',
  },
  cannot_sort: { status: 409, error: 'Only finished runs with up to {limit} rows can be sorted.' },
  run_not_ready: { status: 409, error: 'This run cannot be {action} because it is {status}.' },
  retry_too_early: {
    status: 409,
    error: 'The failed rows cannot be looked up again before {time} UTC.',
  },
  too_many_runs: {
    status: 409,
    error: 'You have reached the limit of {count} active runs. Wait for one to finish or cancel one.',
  },
  too_many_rows: {
    status: 409,
    error:
      'Your runs contain {count} rows, and this file would exceed the limit of {limit}. Delete a run first.',
  },
  too_many_stored_runs: {
    status: 409,
    error:
      'You have reached the limit of {limit} runs, including canceled ones. Delete a run, or wait: they are deleted after {days}.',
  },
  too_many_bytes: {
    status: 409,
    error:
      'Your runs take up {count} MB, and this file would exceed the limit of {limit} MB. Delete a run first.',
  },
  upload_displaced: {
    status: 409,
    error: 'An earlier upload took the space that was left. Delete a run, then send the file again.',
  },
  file_refused: { status: 422, error: 'Failed to parse CSV: {reason}' },
  /** The reason says everything, and may be more than one sentence. */
  workbook_refused: { status: 422, error: '{reason}.' },
  workbook_too_large: {
    status: 422,
    error: 'These results are too large for a workbook. Download them as CSV.',
  },
  workbook_no_room: {
    status: 422,
    error: 'The sheet has no room for {count} more columns. Download the results as CSV.',
  },
  columns_missing: {
    status: 422,
    error:
      'Could not find required columns. Missing: modelNumber. Please ensure your CSV has columns for model/serial numbers.',
  },
  file_empty: { status: 422, error: 'CSV file is empty' },
  too_many_tokens: {
    status: 409,
    error: 'You have reached the limit of {count} access tokens. Revoke one first.',
  },
  too_many_secrets: {
    status: 409,
    error: 'You have reached the limit of {count} agent secrets. Revoke one first.',
  },
  too_many_scan_lookups: {
    status: 409,
    error: 'You are already looking up the devices of {count} scans. Wait until one is done.',
  },
  too_many_scans: { status: 409, error: 'You have reached the limit of {limit} stored scans.' },
  too_many_devices: {
    status: 409,
    error: 'This scan would exceed the limit of {limit} stored devices.',
  },
  expiry_in_past: { status: 422, error: 'The expiry date is in the past. Choose a later date.' },
  image_too_large: { status: 413, error: 'File too large. Maximum size is 10MB' },
  image_type_refused: {
    status: 415,
    error: 'Invalid file type. Please upload JPEG, PNG, or WebP images',
  },
  image_refused: { status: 422, error: 'Failed to process image. Please try again' },
  too_many_assets: {
    status: 413,
    error: 'You can predict up to {limit} rows at a time. This request has {count}.',
  },
  disk_full: {
    status: 507,
    error: 'The server is low on disk space and cannot accept files right now.',
  },
  database_full: {
    status: 507,
    error: 'The database has reached its limit of {limit} GB, so the server cannot accept files right now.',
  },
  body_too_large: { status: 413, error: 'The request is larger than {limit} bytes.' },
  upload_too_slow: {
    status: 408,
    error: 'The request arrived too slowly. Try again over a faster connection.',
  },
  headers_too_large: { status: 431, error: 'The request headers are too large.' },
  unsupported_media_type: { status: 415, error: 'The request body must be {types}.' },
  wrong_host: { status: 421, error: 'This server is not configured for that host name.' },
  recovery_code_refused: {
    status: 422,
    error: 'This recovery code is not valid. Each code works once and is locked after five failed attempts.',
  },
  needs_serial: {
    status: 422,
    error: "{vendor} needs a service tag or serial number to look up a warranty. '{input}' is a model name.",
  },
  not_a_serial: {
    status: 422,
    error: "'{input}' is not a serial number. Use the service tag or serial number on the device label.",
  },
  placeholder_identifier: {
    status: 422,
    error: "'{input}' is a placeholder, not a serial number. Use the number printed on the device label.",
  },
  maker_unknown: {
    status: 422,
    error: "Could not detect the manufacturer of '{input}'. Choose a manufacturer and try again.",
  },
  maker_not_supported: { status: 422, error: '{vendor} devices are not supported.' },
  vendor_without_lookup: {
    status: 422,
    error: '{vendor} has no public warranty API. Check {page} instead.',
  },
  key_type_not_needed: { status: 422, error: '{vendor} does not need the {key}. It needs {needed}.' },
  other_key_missing: { status: 422, error: 'Save the {key} first.' },
  serial_ambiguous: {
    status: 422,
    error: "{vendor} has several devices with the serial number '{input}'. Add the {missing}: {example}.",
  },
  vendor_keys_missing: { status: 424, error: '{vendor} lookups need API keys. Add yours.' },
  vendor_keys_refused: { status: 424, error: '{vendor} rejected the keys. Check them and try again.' },
  unsupported_vendor: { status: 422, error: 'Unsupported vendor' },
  unsupported_operation: { status: 422, error: 'Unsupported operation' },
  parameters_refused: { status: 422, error: 'Parameter validation failed' },
  endpoint_unresolved: { status: 422, error: 'Unable to resolve endpoint' },
  custom_url_incomplete: { status: 422, error: 'URL and method are required in custom URL mode' },
  too_many_requests: { status: 429, error: 'Too many requests. Try again in {seconds} seconds.' },
  address_quota: {
    status: 429,
    error: 'Your IP address has reached the daily limit of {limit}. Try again later.',
  },
  daily_limit_reached: {
    status: 429,
    error:
      'You or your network have used all vendor calls for today. Try again after 00:00 UTC, or add your own API keys.',
  },
  internal: {
    status: 500,
    error: 'Something went wrong on the server. The request ID is in the response headers.',
  },
  overloaded: { status: 503, error: 'The server is overloaded. Try again in {seconds} seconds.', busy: true },
  not_ready: { status: 503, error: 'The server is not ready: {reason}.' },
  too_many_files: {
    status: 503,
    error: 'Too many files are being read. Try again in {seconds} seconds.',
    busy: true,
  },
  upload_interrupted: {
    status: 503,
    error: 'The upload was interrupted. Send the file again.',
  },
  reader_busy: {
    status: 503,
    error: 'The server is busy reading other photos. Try again in {seconds} seconds.',
    busy: true,
  },
  predictor_busy: {
    status: 503,
    error: 'The server is busy with other predictions. Try again in {seconds} seconds.',
    busy: true,
  },
  prediction_stopped: {
    status: 503,
    error: 'The prediction was stopped because it exceeded the {resource} limit. Try fewer rows.',
  },
  relay_busy: {
    status: 503,
    error: 'The server is busy with other requests. Try again in {seconds} seconds.',
    busy: true,
  },
  vendor_busy: { status: 503, error: '{vendor} is busy. Try again in {seconds} seconds.', busy: true },
  vendor_unreachable: { status: 503, error: '{vendor} did not respond ({reason}). Try again later.' },
  vendor_unexpected: {
    status: 503,
    error: '{vendor} returned an unexpected response, so no result is shown.',
  },
  database_unavailable: { status: 503, error: 'The database is not available right now. Try again later.' },
} as const satisfies Record<string, CatalogEntry>;

export type ErrorCode = keyof typeof errorCatalog;

export const errorCodes = Object.keys(errorCatalog) as [ErrorCode, ...ErrorCode[]];

/** Errors that any endpoint may return in addition to its own. */
export const commonErrors = [
  'invalid_request',
  'cross_site',
  'body_too_large',
  'upload_too_slow',
  'headers_too_large',
  'unsupported_media_type',
  'wrong_host',
  'too_many_requests',
  'internal',
  'overloaded',
  'database_unavailable',
  'disk_full',
] as const satisfies readonly ErrorCode[];

const errorDetail = z.object({ path: z.string(), message: z.string() });
export type ErrorDetail = z.output<typeof errorDetail>;

export const errorReply = z.object({
  error: z.string(),
  code: z.enum(errorCodes),
  details: z.optional(z.array(errorDetail)),
});
export type ErrorReply = z.output<typeof errorReply>;

export function isBusyError(code: ErrorCode): boolean {
  return 'busy' in errorCatalog[code];
}

export function errorMessage(code: ErrorCode, values: Record<string, string | number> = {}): string {
  return errorCatalog[code].error.replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
}
