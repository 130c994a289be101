import type { ErrorCode } from './errors.ts';

// Apart from the catalog: its sentences are not loaded with a page.

/** Errors about the caller that exist only where people can sign in. */
export const signInErrors = [
  'sign_in_needed',
  'sign_in_ended',
  'organization_needed',
  'organization_unknown',
  'role_too_low',
  'browser_only',
] as const satisfies readonly ErrorCode[];

/** Errors about the caller that a session-only endpoint may return. */
export const sessionErrors = [
  'no_session',
  'token_refused',
  'session_only',
  ...signInErrors,
] as const satisfies readonly ErrorCode[];

/** Errors about the caller that an endpoint about browsers and people themselves may return. */
export const identityErrors = [
  'no_session',
  'token_refused',
  'session_only',
  'sign_in_needed',
  'sign_in_ended',
] as const satisfies readonly ErrorCode[];

/** Errors about the caller that an endpoint for sessions and access tokens may return. */
export const callerErrors = [
  'no_session',
  'token_refused',
  'scope_missing',
  'too_many_requests',
  ...signInErrors,
] as const satisfies readonly ErrorCode[];
