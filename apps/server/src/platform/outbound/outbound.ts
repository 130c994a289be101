import type { VendorReply, VendorRequest } from '@warranty/connectors/send';
import { Agent, request as undiciRequest } from 'undici';
import { failureReason } from './failure-reason.ts';

export interface OutboundOptions {
  /** Exact origins that may be called; no others are ever reached. */
  origins: readonly string[];
  /** Turns a failure into the caller's own error type. */
  failure(reason: string, cause?: unknown): Error;
}

const maxReplyBytes = 10 * 1024 * 1024;

/**
 * HTTP client for the vendors, whose URLs the operator configures; guarded-client.ts is for URLs that users entered.
 * Redirects are not followed, every wait has a timeout and every reply a size limit.
 */
export function createOutbound({ origins, failure }: OutboundOptions) {
  const allowed = new Set(origins.map((origin) => new URL(origin).origin));
  const agent = new Agent({
    connections: 32,
    connectTimeout: 5000,
    pipelining: 1,
    maxResponseSize: maxReplyBytes,
  });

  async function send({ url, timeoutMs, ...rest }: VendorRequest): Promise<VendorReply> {
    if (!allowed.has(new URL(url).origin)) throw failure('the URL is not configured');
    // One timeout for connecting, sending and reading, so that a reply that trickles in is aborted too and its socket
    // freed.
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const reply = await undiciRequest(url, { ...rest, dispatcher: agent, signal });
      const text = await reply.body.text();
      return { status: reply.statusCode, headers: firstValues(reply.headers), text };
    } catch (error) {
      throw failure(
        signal.aborted ? `timed out after ${timeoutMs / 1000} seconds` : failureReason(error),
        error,
      );
    }
  }

  return { send, close: () => agent.destroy() };
}

function firstValues(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}
