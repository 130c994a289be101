import type { ErrorCode } from '@warranty/contracts/core/errors';
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { AppError } from '../../platform/http/app-error.ts';
import { BlockedCallError, FailedCallError } from '../../platform/outbound/errors.ts';

export interface ProviderFailure {
  code: Extract<ErrorCode, 'provider_unavailable' | 'provider_denied' | 'provider_refused'>;
  /** For the log: words of our libraries and codes, nothing of the reply. */
  reason: string;
}

/** Of the provider, when the person or its rules said no. */
const denials = ['access_denied', 'login_required', 'interaction_required', 'consent_required'];
const codePattern = /^[A-Za-z_]{1,60}$/;

const knownCode = (code: unknown): string =>
  typeof code === 'string' && codePattern.test(code) ? code : 'unknown';

function* chainOf(error: unknown): Generator<Error> {
  for (let next = error; next instanceof Error; next = next.cause) yield next;
}

const isOutage = (error: Error): boolean =>
  error instanceof BlockedCallError || error instanceof FailedCallError || error.name === 'TimeoutError';

/** Errors of openid-client have replies and tokens as their cause, which are never logged. */
export function failureOf(error: unknown): ProviderFailure {
  const chain = [...chainOf(error)];
  const outage = chain.find(isOutage);
  if (outage) return { code: 'provider_unavailable', reason: outage.message };
  const [first] = chain;
  if (first instanceof AuthorizationResponseError) {
    const code = denials.includes(first.error) ? 'provider_denied' : 'provider_refused';
    return { code, reason: knownCode(first.error) };
  }
  if (first instanceof ResponseBodyError) return { code: 'provider_refused', reason: knownCode(first.error) };
  if (first instanceof AppError) return { code: 'provider_refused', reason: first.code };
  const { code } = (first ?? {}) as { code?: unknown };
  return {
    code: isUnexpectedStatus(code) ? 'provider_unavailable' : 'provider_refused',
    reason: knownCode(code),
  };
}

/** Such as 502: the provider is down behind its proxy. */
const isUnexpectedStatus = (code: unknown): boolean => code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
