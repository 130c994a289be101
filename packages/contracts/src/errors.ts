import * as z from 'zod/mini';

/**
 * Every error the product can answer: its code, its status and the sentence a user reads.
 * `{name}` in a sentence is filled in by whoever raises it.
 */
export const errorCatalog = {
  invalid_request: { status: 400, error: 'Invalid request data' },
  no_session: { status: 401, error: 'There is no session. Reload the page to start one.' },
  session_only: {
    status: 401,
    error:
      'This endpoint needs a browser session; an access token does not open it. /api/docs lists the endpoints that it opens.',
  },
  token_refused: { status: 401, error: 'This access token is not valid.' },
  agent_secret_refused: { status: 401, error: 'This agent secret is not valid.' },
  cross_site: { status: 403, error: 'This request came from another site and was refused.' },
  custom_urls_off: {
    status: 403,
    error: 'The operator of this installation does not let the server call addresses that users type.',
  },
  not_found: { status: 404, error: 'Not found' },
  agent_not_built: {
    status: 404,
    error: 'Agent binaries are currently being built. Please check back soon.',
  },
  run_conflict: {
    status: 409,
    error: 'Another run already has this id. Choose a new one, or send the same request again.',
  },
  run_not_ready: { status: 409, error: 'This run is {status}, so it cannot be {action}.' },
  retry_too_early: {
    status: 409,
    error: 'The failed rows cannot be looked up again before {time} UTC.',
  },
  too_many_runs: {
    status: 409,
    error: 'You have {count} runs in progress, which is the most. Wait for one to end, or cancel one.',
  },
  too_many_rows: {
    status: 409,
    error:
      'Your runs hold {count} rows; with this file they would hold more than {limit}. Delete a run first.',
  },
  file_refused: { status: 422, error: 'Failed to parse CSV: {reason}' },
  columns_missing: {
    status: 422,
    error:
      'Could not find required columns. Missing: modelNumber. Please ensure your CSV has columns for model/serial numbers.',
  },
  file_empty: { status: 422, error: 'CSV file is empty' },
  too_many_tokens: {
    status: 409,
    error: 'You have {count} access tokens, which is the most. Revoke one first.',
  },
  too_many_secrets: {
    status: 409,
    error: 'You have {count} agent secrets, which is the most. Revoke one first.',
  },
  expiry_in_past: { status: 422, error: 'The expiry date has passed already. Choose a later one.' },
  image_too_large: { status: 413, error: 'File too large. Maximum size is 10MB' },
  image_type_refused: {
    status: 415,
    error: 'Invalid file type. Please upload JPEG, PNG, or WebP images',
  },
  image_refused: { status: 422, error: 'Failed to process image. Please try again' },
  too_many_assets: {
    status: 413,
    error: 'At most {limit} rows can be predicted at once; this request holds {count}.',
  },
  disk_full: {
    status: 507,
    error: 'This installation is short of disk space and takes no more files for now.',
  },
  body_too_large: { status: 413, error: 'The request is larger than {limit} bytes.' },
  upload_too_slow: {
    status: 408,
    error: 'The request arrived too slowly and was given up. Try again over a faster connection.',
  },
  headers_too_large: { status: 431, error: 'The headers of the request are too large.' },
  unsupported_media_type: { status: 415, error: 'The request body must be {types}.' },
  wrong_host: { status: 421, error: 'This server does not answer for that host name.' },
  recovery_code_refused: {
    status: 422,
    error: 'That recovery code is not valid. A code works once and is locked after five wrong tries.',
  },
  needs_serial: {
    status: 422,
    error: "{vendor} needs a service tag or serial number to look up a warranty; '{input}' is a model name.",
  },
  placeholder_identifier: {
    status: 422,
    error:
      "Nobody entered a serial number in this device: '{input}' is a placeholder. Read the number from its label.",
  },
  maker_unknown: {
    status: 422,
    error: "Could not tell who made '{input}'. Choose a manufacturer and try again.",
  },
  maker_not_supported: { status: 422, error: 'Devices of {vendor} cannot be looked up here.' },
  vendor_without_lookup: {
    status: 422,
    error: '{vendor} has no open warranty lookup; its own page ({page}) has one.',
  },
  key_type_not_needed: { status: 422, error: '{vendor} needs no {key}; it needs {needed}.' },
  other_key_missing: { status: 422, error: 'Save the {key} first.' },
  serial_ambiguous: {
    status: 422,
    error: "{vendor} has several devices with the serial number '{input}'. Add the {missing}: {example}.",
  },
  vendor_keys_missing: { status: 424, error: '{vendor} answers only with keys, and none are set up here.' },
  vendor_keys_refused: { status: 424, error: '{vendor} refused the keys. Check them and try again.' },
  unsupported_vendor: { status: 422, error: 'Unsupported vendor' },
  unsupported_operation: { status: 422, error: 'Unsupported operation' },
  parameters_refused: { status: 422, error: 'Parameter validation failed' },
  endpoint_unresolved: { status: 422, error: 'Unable to resolve endpoint' },
  custom_url_incomplete: { status: 422, error: 'URL and method are required in custom URL mode' },
  too_many_requests: { status: 429, error: 'Too many requests. Try again in {seconds} seconds.' },
  internal: { status: 500, error: 'The server failed to answer. The request id is in the reply header.' },
  not_ready: { status: 503, error: 'The server is not ready: {reason}.' },
  too_many_files: {
    status: 503,
    error: 'Too many files are being read. Try again in {seconds} seconds.',
  },
  upload_interrupted: {
    status: 503,
    error: 'The server stopped reading before the end. Send the file again.',
  },
  reader_busy: { status: 503, error: 'Too many photos are being read. Try again in {seconds} seconds.' },
  predictor_busy: {
    status: 503,
    error: 'Too many predictions are being made. Try again in {seconds} seconds.',
  },
  prediction_stopped: {
    status: 503,
    error: 'The prediction was stopped: it took more {resource} than it may. Try fewer rows.',
  },
  relay_busy: {
    status: 503,
    error: 'Too many calls are being made for others. Try again in {seconds} seconds.',
  },
  vendor_busy: { status: 503, error: '{vendor} is busy. Try again in {seconds} seconds.' },
  vendor_unreachable: { status: 503, error: '{vendor} did not answer ({reason}). Try again shortly.' },
  vendor_unexpected: {
    status: 503,
    error: '{vendor} answered in a form we do not know, so nothing is shown rather than something wrong.',
  },
  database_unavailable: { status: 503, error: 'The database does not answer right now. Try again shortly.' },
} as const satisfies Record<string, { status: number; error: string }>;

export type ErrorCode = keyof typeof errorCatalog;

export const errorCodes = Object.keys(errorCatalog) as [ErrorCode, ...ErrorCode[]];

/** What any endpoint may answer besides its own errors. */
export const commonErrors = [
  'invalid_request',
  'cross_site',
  'body_too_large',
  'upload_too_slow',
  'headers_too_large',
  'unsupported_media_type',
  'wrong_host',
  'internal',
  'database_unavailable',
] as const satisfies readonly ErrorCode[];

/** What an endpoint for browser sessions alone may answer because of who calls. */
export const sessionErrors = ['no_session', 'session_only'] as const satisfies readonly ErrorCode[];

/** What an endpoint open to sessions and access tokens may answer because of who calls. */
export const callerErrors = [
  'no_session',
  'token_refused',
  'too_many_requests',
] as const satisfies readonly ErrorCode[];

const errorDetail = z.object({ path: z.string(), message: z.string() });
export type ErrorDetail = z.output<typeof errorDetail>;

export const errorReply = z.object({
  error: z.string(),
  code: z.enum(errorCodes),
  details: z.optional(z.array(errorDetail)),
});
export type ErrorReply = z.output<typeof errorReply>;

export function errorMessage(code: ErrorCode, values: Record<string, string | number> = {}): string {
  return errorCatalog[code].error.replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
}
