import { Agent, request as undiciRequest } from 'undici';
import { failureReason } from './failure-reason.ts';

export interface OutboundRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
}

export interface OutboundReply {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
}

export interface OutboundOptions {
  /** Exact origins that may be called; nothing else is ever reached. */
  origins: readonly string[];
  /** Turns a failure into the caller's own kind of error. */
  failure(reason: string, cause?: unknown): Error;
}

export interface Outbound {
  send(request: OutboundRequest): Promise<OutboundReply>;
  close(): Promise<void>;
}

const maxReplyBytes = 10 * 1024 * 1024;

/** The door to the vendors, which the operator named; guarded-client.ts is the one to addresses that users typed. Redirects are not followed, every wait has an end, every reply a size. */
export function createOutbound({ origins, failure }: OutboundOptions): Outbound {
  const allowed = new Set(origins.map((origin) => new URL(origin).origin));
  const agent = new Agent({
    connections: 32,
    connectTimeout: 5000,
    pipelining: 1,
    maxResponseSize: maxReplyBytes,
  });

  async function send({ url, timeoutMs, ...rest }: OutboundRequest): Promise<OutboundReply> {
    if (!allowed.has(new URL(url).origin)) throw failure('its address is not configured');
    // One clock over connecting, sending and reading: a reply that only drips in ends too, and its socket is freed.
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const reply = await undiciRequest(url, { ...rest, dispatcher: agent, signal });
      const text = await reply.body.text();
      return { status: reply.statusCode, headers: firstValues(reply.headers), text };
    } catch (error) {
      throw failure(
        signal.aborted ? `no answer within ${timeoutMs / 1000} seconds` : failureReason(error),
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
