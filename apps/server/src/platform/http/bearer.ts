import type { FastifyRequest } from 'fastify';
import type { Authenticator } from './endpoints.ts';

const bearer = /^bearer(?: +(.*))?$/i;

/**
 * Bearer requests carry their credential on purpose and never use the cookie, so no page can forge them. Other kinds
 * of Authorization are none of ours: a proxy in front may ask for a password and leave it on the request.
 */
export function usesBearer({ headers }: FastifyRequest): boolean {
  return bearer.test(headers.authorization ?? '');
}

/** Only ever from the header: an address ends up in logs and histories. */
export function bearerToken({ headers }: FastifyRequest): string {
  return bearer.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** Whoever brings a token is judged by the token alone. */
export function sessionOrBearer(bySession: Authenticator, byBearer: Authenticator): Authenticator {
  return (request, reply) => (usesBearer(request) ? byBearer : bySession)(request, reply);
}
