import type { FastifyReply } from 'fastify';
import type { QuotaStatus } from '../../fairness/quota-limiter.ts';

export interface RateLimitPolicy {
  name: string;
  windowSeconds: number;
}

/**
 * Tells the client about a limit, in the format of the IETF draft on RateLimit header fields, which client libraries parse:
 * a list with one item per policy.
 */
export function writeRateLimit(
  reply: FastifyReply,
  { name, windowSeconds }: RateLimitPolicy,
  { limit, remaining, resetSeconds }: Omit<QuotaStatus, 'allowed'>,
): void {
  setItem(reply, 'ratelimit-policy', name, `q=${limit};w=${windowSeconds}`);
  setItem(reply, 'ratelimit', name, `r=${remaining};t=${resetSeconds}`);
}

function setItem(reply: FastifyReply, header: string, name: string, parameters: string): void {
  const item = `"${name}";${parameters}`;
  const written = reply.getHeader(header);
  const others =
    typeof written === 'string' ? written.split(', ').filter((other) => !other.startsWith(`"${name}";`)) : [];
  reply.header(header, [...others, item].join(', '));
}
