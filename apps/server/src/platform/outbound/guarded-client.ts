import { lookup } from 'node:dns/promises';
import type { Registry } from 'prom-client';
import { createMeters } from '../meters.ts';
import { acceptedEncodings, tooLarge } from './bounded-body.ts';
import { checkUrl, type Destination, publicAddresses, type Resolve } from './destination.ts';
import { BlockedCallError, FailedCallError } from './errors.ts';
import { exchange, type GuardedLimits, type GuardedReply } from './exchange.ts';
import { failureReason } from './failure-reason.ts';
import { type Hop, nextHop } from './redirect.ts';

export interface GuardedRequest {
  method: string;
  url: string;
  /** Keyed by lower-case name. */
  headers: Record<string, string>;
  body?: string | undefined;
  timeoutMs: number;
  /** The URL does not come from a user: if its origin is one of the operator's, any address is allowed. */
  fromCatalog: boolean;
  /** False for requests with a secret in the body, so that it is never sent to another host. */
  followRedirects: boolean;
  /** Ends the call. */
  signal?: AbortSignal;
}

export interface GuardedOptions {
  /** Exact origins configured by the operator. */
  operatorOrigins: readonly string[];
  /** In addition to 80, 443 and 8443. */
  ports?: readonly number[];
  countBlocked: CountBlocked;
  resolve?: Resolve;
  limits?: Partial<GuardedLimits>;
}

export type CountBlocked = (blocked: Pick<BlockedCallError, 'phase' | 'reason'>) => void;

/** One counter for all clients of the process. */
export function createBlockedCounter(registry: Registry): CountBlocked {
  const blocked = createMeters(registry).counter(
    'warranty_outbound_blocked_total',
    'Requests to URLs of users that were blocked by a rule.',
    ['phase', 'reason'],
  );
  return ({ phase, reason }) => blocked.inc({ phase, reason });
}

export type GuardedClient = ReturnType<typeof createGuardedClient>;

export const defaultPorts = [80, 443, 8443];
const defaultLimits: GuardedLimits = {
  connectMs: 5000,
  replyBytes: 5 * 1024 * 1024,
  headerBytes: 64 * 1024,
  redirects: 3,
};
const ownHeaders = { 'accept-encoding': acceptedEncodings, 'user-agent': 'IT-Warranty-Lookup' };

/**
 * The only client for URLs that users entered, or that an identity provider names. A host is resolved once, all of its addresses must be public, and the
 * connection is made to one of them. The same applies to every redirect. No proxy, no cookies, and no connection outlives
 * its call.
 */
export function createGuardedClient({
  operatorOrigins,
  ports = [],
  countBlocked,
  ...options
}: GuardedOptions) {
  const limits = { ...defaultLimits, ...options.limits };
  const resolve = options.resolve ?? ((hostname) => lookup(hostname, { all: true }));
  const allowedPorts = new Set([...defaultPorts, ...ports]);
  const ownOrigins = new Set(operatorOrigins.map((origin) => new URL(origin).origin));

  /** The destination of a hop that passed every rule. */
  async function destinationOf(url: URL, hop: number, fromCatalog: boolean): Promise<Destination> {
    if (fromCatalog && ownOrigins.has(url.origin)) return { url, addresses: null };
    const phase = hop === 0 ? 'request' : 'redirect';
    const checked = checkUrl(url, phase, allowedPorts);
    return { url: checked, addresses: await publicAddresses(checked, phase, resolve) };
  }

  async function follow(request: GuardedRequest, signal: AbortSignal): Promise<GuardedReply> {
    const first = URL.parse(request.url);
    if (first === null) throw new BlockedCallError('request', 'host', 'Enter a complete URL.');
    const headers = { ...ownHeaders, ...request.headers };
    let hop: Hop = { method: request.method, url: first, headers, body: request.body };
    for (let count = 0; ; count += 1) {
      // An operator's origin may redirect within itself. Redirects to other origins are not trusted.
      const fromCatalog = request.fromCatalog && hop.url.origin === first.origin;
      const destination = await ignoreAbort(destinationOf(hop.url, count, fromCatalog), signal);
      const answer = await exchange(hop, destination, limits, signal);
      if ('text' in answer) return answer;
      if (!request.followRedirects) return { status: answer.status, headers: answer.headers, text: '' };
      if (count === limits.redirects)
        throw new BlockedCallError('redirect', 'hops', `Too many redirects (more than ${limits.redirects}).`);
      hop = nextHop({ ...hop, url: destination.url }, answer.status, answer.leadsTo);
    }
  }

  return {
    async send(request: GuardedRequest): Promise<GuardedReply> {
      // One timeout for resolving, connecting, every hop and the last byte.
      const timeout = AbortSignal.timeout(request.timeoutMs);
      const signals = request.signal ? [timeout, request.signal] : [timeout];
      try {
        return await follow(request, AbortSignal.any(signals));
      } catch (error) {
        if (request.signal?.aborted) throw new FailedCallError('the call was ended', error);
        if (timeout.aborted)
          throw new FailedCallError(`timed out after ${request.timeoutMs / 1000} seconds`, error);
        const failure = toFailure(error, limits);
        if (failure instanceof BlockedCallError) countBlocked(failure);
        throw failure;
      }
    },
  };
}

function toFailure(
  error: unknown,
  { replyBytes, headerBytes }: GuardedLimits,
): BlockedCallError | FailedCallError {
  if (error instanceof BlockedCallError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return tooLarge(replyBytes);
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new BlockedCallError(
      'reply',
      'headers',
      `The response headers are larger than ${headerBytes / 1024} KB.`,
    );
  return new FailedCallError(failureReason(error), error);
}

/** Resolving cannot be canceled, only abandoned. */
function ignoreAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      const abort = () => reject(signal.reason);
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true });
    }),
  ]);
}
