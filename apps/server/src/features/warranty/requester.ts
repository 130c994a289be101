import type { FastifyReply, FastifyRequest } from 'fastify';
import { writeRateLimit } from '../../platform/http/rate-limit-headers.ts';
import type { Caller } from '../../platform/http/route.ts';
import type { Requester } from './call-limits.ts';

const policy = { name: 'vendor-calls', windowSeconds: 24 * 3600 };

interface Call {
  caller: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The sender of a request. The reply says what is left of the daily limits if a vendor was called for it. */
export function requesterOf({ caller, request, reply }: Call): Requester & { address: string } {
  return {
    caller,
    address: request.ip,
    // The reply may have begun if it is sent while vendors are called.
    onCharge: (status) => void (reply.raw.headersSent || writeRateLimit(reply, policy, status)),
  };
}
