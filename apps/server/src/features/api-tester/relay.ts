import type { VendorOperationReply } from '@warranty/contracts/api-tester';
import { readAccessToken } from '@warranty/domain/vendor-operations/auth';
import { type ResolvedOperation, withAccessToken } from '@warranty/domain/vendor-operations/resolve';
import { BlockedCallError, FailedCallError } from '../../platform/outbound/errors.ts';
import type { GuardedClient } from '../../platform/outbound/guarded-client.ts';
import { parseReplyBody } from './parse-reply-body.ts';

type Answer = Omit<VendorOperationReply, 'requestConfig'>;

/** The result of a call, and the token URL if the token request was the one that failed. */
export interface RelayResult {
  answer: Answer;
  /** The target could not be reached, or did not reply. */
  isFailed?: true;
  tokenUrl?: string;
  /** The access token of the call, if one was requested. */
  token?: string;
}

const none = { success: false, data: null, status: null, headers: {}, details: [] };
const isOk = (status: number) => status >= 200 && status < 300;

/** Makes the call, preceded by its token request if it has one. Stores nothing. */
export async function relay(
  send: GuardedClient['send'],
  resolved: ResolvedOperation,
  fromCatalog: boolean,
): Promise<RelayResult> {
  try {
    const token = await requestToken(send, resolved, fromCatalog);
    if (token && 'answer' in token) return token;
    if (!token) return await call(send, resolved, fromCatalog);
    const result = await call(send, withAccessToken(resolved, token.value), fromCatalog);
    return { ...result, token: token.value };
  } catch (error) {
    if (error instanceof BlockedCallError) {
      const { message } = error;
      const details = [{ path: 'url', message }];
      return { answer: { ...none, error: message, details } };
    }
    if (error instanceof FailedCallError)
      return { isFailed: true, answer: { ...none, error: error.message } };
    throw error;
  }
}

async function call(send: GuardedClient['send'], resolved: ResolvedOperation, fromCatalog: boolean) {
  const { method, url, headers, body, timeoutMs } = resolved;
  const reply = await send({ method, url, headers, body, timeoutMs, fromCatalog, followRedirects: true });
  const { status } = reply;
  const data = parseReplyBody(reply.text, reply.headers['content-type']);
  const answer = { success: isOk(status), data, status, headers: reply.headers, error: null, details: [] };
  return { answer };
}

async function requestToken(
  send: GuardedClient['send'],
  { tokenRequest }: ResolvedOperation,
  fromCatalog: boolean,
): Promise<{ value: string } | RelayResult | null> {
  if (!tokenRequest) return null;
  const { status, headers, text } = await send({ ...tokenRequest, fromCatalog, followRedirects: false });
  const data = parseReplyBody(text, headers['content-type']);
  const value = isOk(status) ? readAccessToken(data) : null;
  if (value !== null) return { value };
  const error = 'The token response does not contain an access token.';
  // The body of a rejected token request explains the rejection; that of a successful one may contain a secret.
  const answer = { success: false, data: isOk(status) ? null : data, status, headers, error, details: [] };
  return { answer, tokenUrl: tokenRequest.url };
}
